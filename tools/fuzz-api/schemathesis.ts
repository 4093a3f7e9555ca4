// Installs the fuzzer from PyPI into its own folder.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

const VERSION = '4.32.5';
const FOLDER = join(root, 'node_modules/.cache', `schemathesis-${VERSION}`);
const PROGRAM = join(FOLDER, 'bin/schemathesis');

/** The path of the program; undefined (after a message) if it cannot be installed. */
export function ensureSchemathesis(): string | undefined {
  if (isWorking()) return PROGRAM;
  const python = ['python3', 'python'].find((name) => succeeds(name, '--version'));
  if (python === undefined) {
    console.error('npm run fuzz:api needs Python 3.10 or newer: there is no python3 here.');
    return undefined;
  }
  console.log(`Installing schemathesis ${VERSION} from PyPI, once.`);
  // Starts from an empty folder, because an incomplete installation would not work.
  rmSync(FOLDER, { recursive: true, force: true });
  const pip = join(FOLDER, 'bin/pip');
  const isInstalled =
    shows(python, '-m', 'venv', FOLDER) &&
    shows(pip, 'install', '--quiet', `schemathesis==${VERSION}`);
  if (isInstalled && isWorking()) return PROGRAM;
  console.error(
    `schemathesis ${VERSION} could not be installed with ${python}. It needs Python 3.10 or ` +
      'newer with the module venv (Debian: apt install python3-venv), and PyPI.',
  );
  return undefined;
}

const isWorking = () => existsSync(PROGRAM) && succeeds(PROGRAM, '--version');

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function shows(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}

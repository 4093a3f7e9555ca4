// `npm run program:miri` runs the program's Rust tests in Miri. It detects accesses that are out of
// bounds, unaligned, uninitialized or through an invalidated reference, which the SAFETY comments
// of the account views rule out. Tests that read files or take long are marked and skipped.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

const USAGE = `Usage: npm run program:miri
Runs cargo miri test over program/tests with the first toolchain that has Miri. Where there is none
it says so and how to get it, and succeeds.`;

const HOW_TO_GET_IT = `rustup toolchain install nightly --profile minimal
rustup component add --toolchain nightly miri rust-src
npm run program:miri`;

const CWD = join(root, 'program');
/** Strict provenance: no pointer may be made from an integer. */
const MIRIFLAGS = '-Zmiri-strict-provenance';

interface Run {
  isDone: boolean;
  output: string;
}

function run(command: string, args: string[]): Run {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: CWD, encoding: 'utf8' });
  return { isDone: status === 0, output: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

/** Cargo's toolchain argument (`+name`); none for the default toolchain. */
function listToolchains(): string[][] {
  const { isDone, output } = run('rustup', ['toolchain', 'list']);
  const names = isDone ? output.split('\n').map((line) => line.split(' ')[0] ?? '') : [];
  return [[], ...names.filter((name) => name.startsWith('nightly')).map((name) => [`+${name}`])];
}

/** Cargo's arguments for a toolchain that can run Miri, or why there is none. */
function findMiri(): string[] | string {
  if (!run('cargo', ['--version']).isDone) return 'there is no cargo here';
  const found = listToolchains().find(
    (toolchain) => run('cargo', [...toolchain, 'miri', '--version']).isDone,
  );
  if (!found) return 'no Rust toolchain here has Miri, which comes with nightly ones';
  // Builds the standard library for Miri once. This needs its sources and crates.
  const setup = run('cargo', [...found, 'miri', 'setup']);
  return setup.isDone ? found : `cargo miri setup failed:\n${setup.output}`;
}

function skip(why: string): void {
  const line = '='.repeat(78);
  const help = `Nothing was checked. To check it:\n\n${HOW_TO_GET_IT}`;
  console.warn(`${line}\nprogram:miri was SKIPPED: ${why}\n${help}\n${line}`);
}

function main(argument: string | undefined): number {
  if (argument !== undefined) {
    console.log(USAGE);
    return argument === '--help' ? 0 : 2;
  }
  const toolchain = findMiri();
  if (typeof toolchain === 'string') {
    skip(toolchain);
    return 0;
  }
  const { status } = spawnSync('cargo', [...toolchain, 'miri', 'test', '--locked', '--tests'], {
    cwd: CWD,
    stdio: 'inherit',
    env: { ...process.env, MIRIFLAGS },
  });
  return status ?? 1;
}

process.exitCode = main(process.argv[2]);

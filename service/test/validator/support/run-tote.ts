// Runs the command line as a user does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const TOTE = fileURLToPath(new URL('../../../../packages/cli/bin/tote.mjs', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export async function runTote(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  // Nothing of the environment of the tests but what finds programs and folders.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [TOTE, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { code, output, errors };
}

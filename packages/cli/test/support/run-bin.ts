import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../../bin/tote.mjs', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  readonly json: any;
}

export function runBin(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [BIN, ...args], { env, cwd }, (error, out, err) => {
      const code = error ? Number(error.code ?? Number.NaN) : 0;
      resolve({ code, out, err, json: parseJson(out) });
    });
    child.stdin?.end();
  });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

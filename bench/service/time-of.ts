import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How long Node runs with these arguments, in milliseconds. Throws unless it ends with 0. */
export async function timeOf(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, args);
  return performance.now() - startedAt;
}

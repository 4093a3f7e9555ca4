import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measuredCheckout } from './child.ts';

/** The command of the measured checkout. */
export const toteOf = () => join(measuredCheckout(), 'packages/cli/bin/tote.mjs');

/** How long Node runs with these arguments, in milliseconds. Throws unless it ends with 0. */
export async function timeOf(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, args);
  return performance.now() - startedAt;
}

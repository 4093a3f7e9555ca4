// How long `tote --help` takes, compared with Node that runs nothing.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measuredCheckout } from './child.ts';
import { medianOf } from './median.ts';
import { repeat } from './progress.ts';

export interface CliMeasured {
  readonly nodeMs: number;
  /** Not a number if the checkout has no such command. */
  readonly helpMs: number;
}

const ROUNDS = 21;

export function measureCli(runs: number): Promise<CliMeasured[]> {
  const tote = join(measuredCheckout(), 'packages/cli/bin/tote.mjs');
  return repeat(runs, 'tote --help', async () => {
    if (!existsSync(tote)) return { nodeMs: Number.NaN, helpMs: Number.NaN };
    // Compiled first, if need be.
    await timeOf([tote, '--help']);
    const rounds: CliMeasured[] = [];
    while (rounds.length < ROUNDS) {
      rounds.push({
        nodeMs: await timeOf(['--eval', '0']),
        helpMs: await timeOf([tote, '--help']),
      });
    }
    return medianOf(rounds);
  });
}

async function timeOf(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, args);
  return performance.now() - startedAt;
}

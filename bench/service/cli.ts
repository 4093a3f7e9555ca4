// How long `tote --help` takes, compared with Node that runs nothing, and `tote verify`.
import { existsSync } from 'node:fs';
import { medianOf } from './median.ts';
import { progress, repeat } from './progress.ts';
import { timeOf, toteOf } from './time-of.ts';
import { measureVerify } from './verify.ts';

export interface CliMeasured {
  readonly nodeMs: number;
  /** Not a number if the checkout has no such command. */
  readonly helpMs: number;
  /** Of a market with 1,000 winners, beside its service. */
  readonly verifyMs: number;
}

const ROUNDS = 21;

export async function measureCli(runs: number): Promise<CliMeasured[]> {
  const tote = toteOf();
  if (!existsSync(tote)) return [{ nodeMs: Number.NaN, helpMs: Number.NaN, verifyMs: Number.NaN }];
  // Compiled first, if need be.
  await timeOf([tote, '--help']);
  const helps = await repeat(runs, 'tote --help', async () => {
    const rounds: Omit<CliMeasured, 'verifyMs'>[] = [];
    while (rounds.length < ROUNDS) {
      rounds.push({
        nodeMs: await timeOf(['--eval', '0']),
        helpMs: await timeOf([tote, '--help']),
      });
    }
    return medianOf(rounds);
  });
  progress('tote verify');
  const verified = await measureVerify(runs);
  return helps.map((help, run) => ({ ...help, verifyMs: verified[run] ?? Number.NaN }));
}

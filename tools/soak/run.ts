// `npm run soak`: mixed load while faults come at random, and a proof that nothing was lost.
import { randomInt } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { progress } from '../../bench/service/progress.ts';
import { hasPostgres } from '../../service/test/support/postgres.ts';
import { ensureCompiled } from '../build/ensure-compiled.mjs';
import { root } from '../root.ts';
import { TEST_MODULES } from '../test-setup/compiled.mjs';
import { type Options, readOptions, USAGE } from './options.ts';
import { renderRun, replaceRun } from './reliability-page.ts';
import { openDefaultSetup } from './setups/default-setup.ts';
import { openReplicasSetup } from './setups/replicas-setup.ts';
import type { SetupName } from './setups/setup.ts';
import { type SoakResult, soak } from './soak.ts';
import { FULL } from './soak-options.ts';
import { isWrong, listFigures, renderTable } from './summary.ts';

const OPEN = { default: openDefaultSetup, replicas: openReplicasSetup };

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const options = tryReadOptions(args);
  if (!options) return 2;
  const { seed, minutes, setups } = options;
  if (setups.includes('replicas') && !hasPostgres()) {
    console.error('The setup "replicas" needs PostgreSQL. Install it, or use --setup default.');
    return 2;
  }
  ensureCompiled(TEST_MODULES);
  console.error(`Seed ${seed}: repeat with --seed ${seed} --minutes ${minutes}`);
  const logs = mkdtempSync(join(tmpdir(), 'tote-soak-'));
  const columns = new Map<SetupName, ReturnType<typeof listFigures>>();
  for (const name of setups) {
    const result = await runSetup(name, options, join(logs, `${name}.log`));
    columns.set(name, listFigures(result));
    printDetails(name, result);
  }
  const table = renderTable(columns);
  console.log(table);
  const failed = [...columns.values()].some(isWrong);
  if (options.isWritten) writePage(options, table);
  if (failed) console.error(`FAILED: what is bold must be 0. Logs of the service: ${logs}`);
  else rmSync(logs, { recursive: true });
  return failed ? 1 : 0;
}

function tryReadOptions(args: readonly string[]): Options | undefined {
  try {
    return readOptions(args, () => randomInt(2 ** 32));
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

async function runSetup(name: SetupName, options: Options, log: string): Promise<SoakResult> {
  const { seed, minutes, setups } = options;
  const output = openSync(log, 'a');
  progress(`${name}: starting`);
  const setup = await OPEN[name](output);
  try {
    const ms = (minutes * 60_000) / setups.length;
    const say = (text: string) => progress(`${name}: ${text}`);
    const note = (text: string) =>
      writeSync(output, `${JSON.stringify({ time: Date.now(), msg: `soak: ${text}` })}\n`);
    return await soak({ setup, seed, ms, sizes: FULL, progress: say, note });
  } finally {
    await setup.close();
    closeSync(output);
  }
}

function printDetails(name: SetupName, { record, bets, markets, withdrawals }: SoakResult): void {
  const counts = [...record.answers].sort(([, a], [, b]) => b - a);
  console.error(
    `${name}: answers: ${counts.map(([what, count]) => `${what}: ${count}`).join(', ')}`,
  );
  for (const example of record.examples) console.error(`${name}: ${example}`);
  for (const compared of [bets, markets, withdrawals]) {
    for (const list of ['lost', 'doubled', 'refusedOnChain', 'undecided'] as const) {
      for (const mark of compared[list].slice(0, 10)) console.error(`${name}: ${list}: ${mark}`);
    }
  }
}

function writePage({ seed, minutes }: Options, table: string): void {
  const file = join(root, 'docs', 'reliability.md');
  const machine = { cores: availableParallelism(), node: process.version };
  const run = renderRun({ seed, minutes, ...machine }, table);
  writeFileSync(file, replaceRun(readFileSync(file, 'utf8'), run));
}

process.exitCode = await main(process.argv.slice(2));

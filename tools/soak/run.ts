// `npm run soak`: mixed load while faults come at random, and a proof that nothing was lost.
import { randomInt } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { progress } from '../../bench/service/section.ts';
import { ensureCompiled } from '../build/ensure-compiled.mjs';
import { readOptionsOf } from '../read-options.ts';
import { root } from '../root.ts';
import { TEST_MODULES } from '../test-setup/compiled.mjs';
import { type Record, renderTable } from './record.ts';
import { SETUPS } from './setups.ts';
import { soak } from './soak.ts';

const USAGE = `Usage: npm run soak [-- <options>]
  Plays mixed load against the service while faults come at random, and then compares every answer
  with the chain. Exits with 1 if a bet was lost or placed twice, or something else is wrong.
  --minutes <number>  how long, all setups together; default 30, at least 0.2
  --setup <name>      default: one process, embedded chain, SQLite
                      replicas: two processes, a separate chain, PostgreSQL
                      without it: both, one after the other
  --seed <number>     the sequence of faults and requests; default: a random one, which is printed
  --write             writes the result into docs/reliability.md`;

const MINUTES_LEAST = 0.2;
const SEED_MAX = 2 ** 32;
const BEGIN = '<!-- begin: written by npm run soak -- --write -->';
const END = '<!-- end -->';

function readOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { minutes: text, setup: text, seed: text, write: flag, help: flag };
  const { values } = parseArgs({ options });
  const minutes = Number(values.minutes ?? 30);
  const seed = Number(values.seed ?? randomInt(SEED_MAX));
  const setups = values.setup === undefined ? Object.keys(SETUPS) : [values.setup];
  if (!(minutes >= MINUTES_LEAST)) throw new Error(`--minutes is a number from ${MINUTES_LEAST}`);
  if (!Number.isInteger(seed) || seed < 0 || seed >= SEED_MAX)
    throw new Error('--seed is too large');
  if (setups.some((name) => !Object.hasOwn(SETUPS, name))) throw new Error('no such setup');
  return { ...values, minutes, seed, setups };
}

const options = readOptionsOf(readOptions, USAGE);
const { minutes, seed, setups } = options;

async function runSetup(name: string, log: string): Promise<Record> {
  const output = openSync(log, 'a');
  const say = (text: string) => progress(`${name}: ${text}`);
  say('starting');
  const setup = await (SETUPS[name] as (typeof SETUPS)[string])(output);
  try {
    const ms = (minutes * 60_000) / setups.length;
    const note = (text: string) =>
      writeSync(output, `${JSON.stringify({ time: Date.now(), msg: `soak: ${text}` })}\n`);
    const record = await soak({ setup, seed, ms, progress: say, note });
    const answers = [...record.answers].map(([what, count]) => `${what}: ${count}`);
    console.error(`${name}: answers: ${answers.join(', ')}`);
    for (const example of record.examples) console.error(`${name}: ${example}`);
    return record;
  } finally {
    await setup.close();
  }
}

function writePage(table: string): void {
  const file = join(root, 'docs', 'reliability.md');
  const page = readFileSync(file, 'utf8');
  const command = `npm run soak -- --minutes ${minutes} --seed ${seed}`;
  const machine = `${availableParallelism()} cores with Node ${process.versions.node}`;
  const run = `\`${command}\`, on ${machine}:\n\n${table}`;
  const [before = '', rest = ''] = page.split(BEGIN);
  writeFileSync(file, `${before}${BEGIN}\n\n${run}\n\n${rest.slice(rest.indexOf(END))}`);
}

async function main(): Promise<void> {
  ensureCompiled(TEST_MODULES);
  console.error(`Seed ${seed}: repeat with --seed ${seed} --minutes ${minutes}`);
  const logs = mkdtempSync(join(tmpdir(), 'tote-soak-'));
  const columns = new Map<string, Record>();
  for (const name of setups) columns.set(name, await runSetup(name, join(logs, `${name}.log`)));
  const table = renderTable(columns);
  console.log(table);
  if (options.write) writePage(table);
  const isWrong = [...columns.values()].some((record) => record.isWrong);
  if (isWrong) console.error(`FAILED: what is bold must be 0. Logs of the service: ${logs}`);
  else rmSync(logs, { recursive: true });
  process.exitCode = isWrong ? 1 : 0;
}

if (options.help) console.log(USAGE);
else await main();

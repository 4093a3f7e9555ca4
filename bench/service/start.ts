// Measures how long the service takes from the command to the hint that it prints, and its memory
// when nothing happens, compared with the time until the echo listens.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fillMarket, startBench } from './bench-service.ts';
import { type Child, measuredCheckout, startCommand } from './child.ts';
import { findBuild } from './compiled-server.ts';
import { startEcho } from './echo.ts';
import { medianOf } from './median.ts';
import { progress, repeat } from './progress.ts';

type Start = Pick<Child, 'readyMs' | 'readyProcessorMs'>;

export interface StartMeasured {
  /** Undefined if the checkout runs from its sources. */
  readonly buildMs?: number;
  readonly bets: number;
  readonly echo: Start;
  readonly commands: readonly {
    readonly command: string;
    /** In a fresh data folder, and in one with the bets. */
    readonly fresh: Start;
    readonly filled: Start;
  }[];
  readonly idleMib: { readonly fresh: number; readonly filled: number };
}

const BIN = 'packages/cli/bin/tote.mjs';
/** Where older checkouts have it. */
const OLD_BIN = 'service/bin/tote.mjs';
const nodeArgs = () =>
  existsSync(join(measuredCheckout(), OLD_BIN))
    ? [process.execPath, OLD_BIN]
    : [process.execPath, BIN, 'start'];
const listCommands = () => [
  { command: '`tote start`', args: nodeArgs() },
  { command: '`npm start`', args: ['npm', 'start'] },
];
/** On the embedded chain the hint begins with it, and is printed at once. */
const HINT = /^Tote runs at (\S+)/;
const IDLE_MS = 10_000;

interface StartSizes {
  readonly bets: number;
  readonly starts: number;
}

export async function measureStart(
  { bets, starts }: StartSizes,
  runs: number,
): Promise<StartMeasured[]> {
  progress(`start: ${bets} bets`);
  const filled = await fillFolder(bets);
  try {
    return await repeat(runs, 'start', async () => {
      const rounds: Round[] = [];
      while (rounds.length < starts) rounds.push(await measureRound(filled));
      const buildMs = await measureBuild();
      return { bets, buildMs, ...medianOf(rounds), idleMib: await measureIdle(filled) };
    });
  } finally {
    rmSync(filled, { recursive: true, force: true });
  }
}

/** The data folder of a stopped service with so many bets. */
async function fillFolder(bets: number): Promise<string> {
  const bench = await startBench();
  await fillMarket(bench, await bench.createMarket(), bets);
  await bench.child.stop();
  return bench.dir;
}

/** What the first start after a change does before. */
async function measureBuild(): Promise<number | undefined> {
  const build = await findBuild(measuredCheckout());
  if (!build) return undefined;
  const args = ['tools/build/build.mjs', JSON.stringify(build.COMMANDS)];
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, args, { cwd: measuredCheckout() });
  return performance.now() - startedAt;
}

type Round = Pick<StartMeasured, 'echo' | 'commands'>;

async function measureRound(filled: string): Promise<Round> {
  const echo = await measureOne(startEcho('{}'));
  const commands = [];
  for (const { command, args } of listCommands()) {
    const fresh = await inFreshFolder((dir) => measureOne(startTote(args, dir)));
    commands.push({ command, fresh, filled: await measureOne(startTote(args, filled)) });
  }
  return { echo, commands };
}

async function measureOne(starting: Promise<Child>): Promise<Start> {
  const { readyMs, readyProcessorMs, stop } = await starting;
  await stop();
  return { readyMs, readyProcessorMs };
}

function measureIdle(filled: string): Promise<StartMeasured['idleMib']> {
  return inFreshFolder(async (dir) => {
    const services = [await startTote(nodeArgs(), dir), await startTote(nodeArgs(), filled)];
    await sleep(IDLE_MS);
    const [fresh = Number.NaN, full = Number.NaN] = services.map((each) => each.residentMib());
    for (const service of services) await service.stop();
    return { fresh, filled: full };
  });
}

function startTote(args: readonly string[], dir: string): Promise<Child> {
  const env = { TOTE_DATA_DIR: dir, TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'error' };
  return startCommand({ args, env, ready: HINT });
}

async function inFreshFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-start-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

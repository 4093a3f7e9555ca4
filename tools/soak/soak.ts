// One run against one setup: load, faults, and at the end the comparison with the chain.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBettorAddress } from '@tote/program-client';
import { Chance } from './chance.ts';
import { Faults } from './fault-plan.ts';
import { type Ended, finish } from './finish.ts';
import { BettorClient } from './load/bettor.ts';
import type { LoadContext } from './load/clients.ts';
import { create, runCreator } from './load/creator.ts';
import { runReader } from './load/reader.ts';
import { readServerSentEvents, readWebSocket, runReplays, StreamReader } from './load/streams.ts';
import { Record } from './record.ts';
import type { Wallet } from './setups/setup.ts';
import type { Sizes, SoakOptions } from './soak-options.ts';
import { Watch } from './watch.ts';

export interface SoakResult extends Ended {
  readonly record: Record;
  readonly faults: ReadonlyMap<string, number>;
  readonly watch: Watch;
  readonly starts: number;
}

const PROGRESS_MS = 15_000;
/** The part of the run in which no process is ended. */
const FIRST_END = 3;
/** Of the markets that stay open. */
const LONG_SECONDS = 30 * 86_400;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { setup, seed, ms, sizes, progress, note } = options;
  const [stopping, ending, leaving] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  // All clients wait for them.
  setMaxListeners(0, stopping.signal, ending.signal, leaving.signal);
  const record = new Record();
  const markets = { hot: '', many: [] as string[], short: [] as string[] };
  const signals = { stopping: stopping.signal, ending: ending.signal };
  const context: LoadContext = { seed, setup, record, markets, ...signals };
  const wallets: Wallet[] = [];
  while (wallets.length < sizes.bettors) wallets.push(await setup.openWallet());
  const [first] = wallets as [Wallet];
  markets.hot = await createLong(context, first, 0);
  while (markets.many.length < sizes.markets) {
    markets.many.push(await createLong(context, first, markets.many.length + 1));
  }
  const watch = new Watch(setup.replicas);
  const watching = watch.run(leaving.signal);
  const streams = [readServerSentEvents, readWebSocket].map(
    (connect) => new StreamReader(context, first, connect),
  );
  const reading = streams.map((stream, index) => stream.run(`stream ${index}`, leaving.signal));
  const [followed] = streams as [StreamReader];
  const load = startLoad(context, wallets, sizes, followed);
  const { faults: kinds } = setup;
  const faults = new Faults({
    ...{ seed, pace: sizes.pace, firstEndMs: ms / FIRST_END, faults: kinds },
    ...{ record, note, signal: stopping.signal },
  });
  const failing = faults.run();
  const reporting = report(options, record, faults, stopping.signal);
  await Promise.race([sleep(ms), failing, load]);
  stopping.abort();
  await Promise.all([failing, reporting]);
  progress('the faults are over; waiting until everything is decided');
  const created = await endLoad(load, ending, sizes.endMsMax);
  const ended = await finish({ ...options, record, watch, streams, created });
  leaving.abort();
  await Promise.all([watching, ...reading]);
  const starts = setup.replicas.reduce((sum, replica) => sum + replica.starts, 0);
  return { ...ended, record, faults: faults.counts, watch, starts };
}

async function createLong(context: LoadContext, wallet: Wallet, index: number): Promise<string> {
  const question = `Will it rain in Lisbon in ${2_030 + index}?`;
  const chance = new Chance(context.seed, question);
  const id = await create(context, chance, wallet, question, LONG_SECONDS);
  if (id === undefined) throw new Error('there is no market to bet in');
  return id;
}

/** Resolves with the ids of the markets that expire, when everything is decided. */
async function startLoad(
  context: LoadContext,
  wallets: readonly Wallet[],
  { readers, expirySeconds }: Sizes,
  followed: StreamReader,
): Promise<string[]> {
  const [first] = wallets as [Wallet];
  const creating = runCreator(context, 'creator', first, expirySeconds);
  const bettors = wallets.map(async (wallet, index) => {
    const bettor = await findBettorAddress(wallet.key.address);
    await new BettorClient(context, `bettor ${index}`, wallet, bettor).run();
  });
  const others = Array.from({ length: readers }, (_, index) =>
    runReader(context, `reader ${index}`),
  );
  await Promise.all([...bettors, ...others, runReplays(context, first, followed)]);
  return creating;
}

async function endLoad(
  load: Promise<string[]>,
  ending: AbortController,
  msMax: number,
): Promise<string[]> {
  const timer = setTimeout(() => ending.abort(), msMax);
  try {
    return await load;
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

async function report(
  { progress }: SoakOptions,
  record: Record,
  faults: Faults,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(PROGRESS_MS, undefined, { signal }).catch(() => undefined);
    const made = [...faults.counts.values()].reduce((sum, each) => sum + each, 0);
    const now = faults.active.join(', ') || 'none';
    const errors = `${record.serverErrors} server errors, ${record.broken} connections broken`;
    progress(`${record.betIds.size} bets acknowledged, ${errors}, ${made} faults, now: ${now}`);
  }
}

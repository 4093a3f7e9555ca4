// One run against one setup: load, faults, and at the end the comparison with the chain.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readResidentMib } from '../../bench/service/proc.ts';
import { Chance } from './chance.ts';
import { makeFaults } from './faults.ts';
import { END_MS_MAX, finish, readAudit } from './finish.ts';
import { createMarket, type LoadContext, pause, runBettor, runCreator, runReader } from './load.ts';
import { Record } from './record.ts';
import type { Setup, Wallet } from './setups.ts';
import { openStreams, runReplays, type StreamReader } from './streams.ts';

const BETTORS = 16;
const MARKETS = 12;
const READERS = 4;

export interface SoakOptions {
  readonly setup: Setup;
  readonly seed: number;
  readonly ms: number;
  readonly progress: (text: string) => void;
  /** For the log of the service, to compare it with. */
  readonly note: (text: string) => void;
}

const PROGRESS_MS = 15_000;
const WATCH_MS = 250;
const AUDIT_EVERY = 20;
/** The lifetime of markets that stay open. */
const LONG_SECONDS = 20 * 86_400;

export async function soak(options: SoakOptions): Promise<Record> {
  const { setup, seed, ms, progress, note } = options;
  const stopping = new AbortController();
  const ending = new AbortController();
  const leaving = new AbortController();
  // All clients wait for them.
  setMaxListeners(0, stopping.signal, ending.signal, leaving.signal);
  const record = new Record();
  const signals = { stopping: stopping.signal, ending: ending.signal };
  const markets = { hot: '', many: [], short: [] };
  const context: LoadContext = { seed, setup, record, markets, ...signals };
  const wallets: Wallet[] = [];
  while (wallets.length < BETTORS) wallets.push(await setup.openWallet());
  const [first] = wallets as [Wallet];
  await createLong(context, first);
  const streams = openStreams(context, first);
  const aside = [
    watch(options, record, leaving.signal),
    ...streams.map((stream, index) => stream.run(`stream ${index}`, leaving.signal)),
  ];
  const load = startLoad(context, wallets, streams[0] as StreamReader);
  const failing = makeFaults({
    ...{ seed, faults: setup.faults, signal: stopping.signal, note },
    count: (name) => record.count(name),
  });
  await Promise.race([sleep(ms), failing, load]);
  stopping.abort();
  await failing;
  progress('the faults are over; waiting until everything is decided');
  const timer = setTimeout(() => ending.abort(), END_MS_MAX);
  const created = await load.finally(() => clearTimeout(timer));
  ending.abort();
  await finish({ setup, progress, record, streams, created });
  leaving.abort();
  await Promise.all(aside);
  return record;
}

async function createLong(context: LoadContext, wallet: Wallet): Promise<void> {
  const ids: string[] = [];
  while (ids.length <= MARKETS) {
    const question = `Will it rain in Lisbon in ${2_030 + ids.length}?`;
    const step = { context, chance: new Chance(context.seed, question) };
    const id = await createMarket(step, wallet, question, LONG_SECONDS);
    if (id === undefined) throw new Error('there is no market to bet in');
    ids.push(id);
  }
  context.markets.hot = ids[0] as string;
  context.markets.many.push(...ids.slice(1));
}

/** Resolves with the ids of the markets that expire, when everything is decided. */
async function startLoad(
  context: LoadContext,
  wallets: readonly Wallet[],
  followed: StreamReader,
): Promise<string[]> {
  const [first] = wallets as [Wallet];
  const creating = runCreator(context, first);
  const range = Array.from({ length: READERS }, (_, index) => index);
  await Promise.all([
    ...wallets.map((wallet, index) => runBettor(context, `bettor ${index}`, wallet)),
    ...range.map((index) => runReader(context, `reader ${index}`)),
    runReplays(context, first, followed),
  ]);
  return creating;
}

/** From outside: whether a replica answers, how much memory each has, what the auditor says. */
async function watch(options: SoakOptions, record: Record, signal: AbortSignal): Promise<void> {
  const { setup, progress } = options;
  let saidAt = performance.now();
  for (let look = 1; !signal.aborted; look += 1) {
    const answers = setup.replicas.map(async ({ api }) => {
      const { status } = await api.call('GET', '/config', { signal: AbortSignal.timeout(1_000) });
      if (status !== 200) throw new Error(`status ${status}`);
    });
    await Promise.any(answers).then(
      () => record.happened('an answered read'),
      () => undefined,
    );
    for (const { process } of setup.replicas) {
      // Zero if it has ended meanwhile.
      record.max('memory, highest, MiB', readResidentMib(process?.pid ?? 0) || 0);
    }
    if (look % AUDIT_EVERY === 0) await readAudit(setup, record);
    if (performance.now() - saidAt > PROGRESS_MS) {
      saidAt = performance.now();
      const wrong = record.numbers.get('5xx that were not 503');
      progress(`${record.betIds.size} bets acknowledged, ${wrong} server errors`);
    }
    await pause(WATCH_MS, signal);
  }
}

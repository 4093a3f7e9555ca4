// The end of a run: waits until the service has finished everything, starts it again, and compares
// what clients were told with the chain, and the API with the chain.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Comparison, compare } from './check.ts';
import type { StreamReader } from './load/streams.ts';
import { type OnChain, readChain } from './read-chain.ts';
import type { Record } from './record.ts';
import type { Replica } from './setups/replica.ts';
import type { SoakOptions } from './soak-options.ts';
import type { Watch } from './watch.ts';

const LOOK_MS = 500;
const CURRENCIES = ['SOL', 'UTILITY'] as const;

interface FinishOptions extends SoakOptions {
  readonly record: Record;
  readonly watch: Watch;
  readonly streams: readonly StreamReader[];
  /** Markets that have expired, or will soon. */
  readonly created: readonly string[];
}

export interface Ended {
  readonly bets: Comparison;
  readonly markets: Comparison;
  readonly withdrawals: Comparison;
  readonly paid: number;
  readonly paidAgain: number;
  /** Bets that only the chain or only the API has. */
  readonly betsDiffering: number;
  /** Acknowledged bets that a stream did not announce. */
  readonly unannounced: number;
  /** Expired markets that are not settled at the end. */
  readonly unsettled: number;
  /** Replicas that are not ready at the end. */
  readonly notReady: number;
  /** What the program owes more than its parts, and holds more than it owes, in base units. */
  readonly difference: number;
  readonly isAudited: boolean;
}

export async function finish(options: FinishOptions): Promise<Ended> {
  const { setup, record, watch, streams, created, progress } = options;
  const until = performance.now() + options.sizes.endMsMax;
  const { replicas } = setup;
  await waitUntil(until, async () => (await countNotReady(replicas)) === 0);
  await waitUntil(until, async () => (await countUnsettled(replicas, created)) === 0);
  await waitUntil(until, async () => countUnannounced(record, streams) === 0);
  const unannounced = countUnannounced(record, streams);
  progress('starting the service again');
  await Promise.all(replicas.map((replica) => replica.stop()));
  await waitUntil(until, async () => (await countNotReady(replicas)) === 0);
  const isAudited = await waitUntil(until, async () => (await watch.readAudit()) !== undefined);
  const isBalanced = async () => (await readDifference(replicas)) === 0;
  await waitUntil(until, isBalanced);
  progress('comparing every answer with the chain');
  const onChain = await readChain(setup.findRpcUrl());
  const { intents } = record;
  return {
    bets: compare('bet', intents, onChain.acts),
    markets: compare('market', intents, onChain.acts),
    withdrawals: compare('withdrawal', intents, onChain.acts),
    paid: onChain.paid,
    paidAgain: onChain.paidAgain,
    betsDiffering: await countDiffering(replicas, onChain),
    unannounced,
    unsettled: await countUnsettled(replicas, created),
    notReady: await countNotReady(replicas),
    difference: await readDifference(replicas),
    isAudited,
  };
}

/** False if it took too long. It is looked at once at least. */
async function waitUntil(untilMs: number, isDone: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    if (await isDone().catch(() => false)) return true;
    if (performance.now() >= untilMs) return false;
    await sleep(LOOK_MS);
  }
}

async function countNotReady(replicas: readonly Replica[]): Promise<number> {
  const ready = await Promise.all(replicas.map((replica) => replica.isReady()));
  return ready.filter((isReady) => !isReady).length;
}

async function countUnsettled(
  [replica]: readonly Replica[],
  markets: readonly string[],
): Promise<number> {
  let unsettled = 0;
  for (const id of markets) {
    const { status, body } = await (replica as Replica).api.get(`/markets/${id}`);
    if (status !== 200 || body.settled !== true) unsettled += 1;
  }
  return unsettled;
}

function countUnannounced({ betIds }: Record, streams: readonly StreamReader[]): number {
  return [...betIds].filter((id) => streams.some((stream) => !stream.betIds.has(id))).length;
}

/** Of the API's own sums, beside what the chain holds. */
async function readDifference([replica]: readonly Replica[]): Promise<number> {
  const { status, body } = await (replica as Replica).api.get('/reserves');
  if (status !== 200) return Number.NaN;
  return CURRENCIES.reduce((sum, currency) => {
    const { owed, balances, pools, fees, surplus } = body[currency];
    const units = [owed, -balances, -pools, -fees].map((each) => Math.round(each * 1e9));
    const missing = units.reduce((total, each) => total + each, 0);
    return sum + Math.abs(missing) + Math.abs(Math.round(surplus * 1e9));
  }, 0);
}

/** Each market's bets, page by page. */
async function countDiffering([replica]: readonly Replica[], { bets }: OnChain): Promise<number> {
  const { api } = replica as Replica;
  let differing = 0;
  for (const [marketId, onChain] of bets) {
    const listed = new Set<string>();
    for (let after = ''; ; ) {
      const page = await api.get(`/markets/${marketId}/bets?limit=100${after}`);
      if (page.status !== 200) throw new Error(`no bets: ${page.status} ${page.text}`);
      for (const { betId } of page.body) listed.add(betId);
      if (page.body.length < 100) break;
      after = `&after=${page.body.at(-1).betId}`;
    }
    const missing = onChain.filter((betId) => !listed.has(betId)).length;
    differing += missing + (listed.size - (onChain.length - missing));
  }
  return differing;
}

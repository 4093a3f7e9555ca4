// The end of a run: waits until the service has finished everything, starts it again, and compares
// what clients were told with the chain, and the API with the chain.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, readSums } from '../../service/test/faults/support/api.ts';
import { type OnChain, readChain } from './read-chain.ts';
import type { Act, Intent, Record, Result } from './record.ts';
import type { Replica } from './replica.ts';
import type { Setup } from './setups.ts';
import type { StreamReader } from './streams.ts';

const LOOK_MS = 500;
/** What is not decided or done by then will not be. */
export const END_MS_MAX = 180_000;
const PAGE = 100;

interface Played {
  readonly setup: Setup;
  readonly progress: (text: string) => void;
  readonly record: Record;
  readonly streams: readonly StreamReader[];
  /** Markets that have expired, or will soon. */
  readonly created: readonly string[];
}

export async function finish(played: Played): Promise<void> {
  const { setup, progress, record, streams, created } = played;
  const { replicas } = setup;
  const { api } = replicas[0] as Replica;
  const endsAt = performance.now() + END_MS_MAX;
  /** The last count: 0, unless it took too long. It is looked at once at least. */
  const untilZero = async (read: () => Promise<number>): Promise<number> => {
    for (;;) {
      const count = await read().catch(() => Number.NaN);
      if (count === 0 || performance.now() >= endsAt) return count;
      await sleep(LOOK_MS);
    }
  };
  const countNotReady = async () => {
    const ready = await Promise.all(replicas.map((replica) => replica.isReady()));
    return ready.filter((isReady) => !isReady).length;
  };
  const count = (name: string, by: number) => record.count(name, by);
  await untilZero(countNotReady);
  const unsettled = await untilZero(() => countUnsettled(api, created));
  count('expired markets not settled at the end', unsettled);
  const announced = streams.map(({ betIds }) => betIds);
  const isMissing = (id: string) => announced.some((ids) => !ids.has(id));
  const unannounced = await untilZero(async () => [...record.betIds].filter(isMissing).length);
  count('events missing or repeated in a stream', unannounced);
  progress('starting the service again');
  await Promise.all(replicas.map(({ process }) => process?.stop()));
  count('replicas not ready at the end', await untilZero(countNotReady));
  const unaudited = await untilZero(async () => ((await readAudit(setup, record)) ? 0 : 1));
  count('audits that did not finish', unaudited);
  count("auditor's difference, in base units", await untilZero(() => readDifference(api)));
  progress('comparing every answer with the chain');
  const onChain = await readChain(setup.findRpcUrl());
  compareAll(record, onChain);
  count('bets that differ between the API and the chain', await countDiffering(api, onChain));
  for (const { starts } of replicas) count('processes started', starts);
}

/** Compares what clients asked for, and what they were told, with what is on chain. */
export function compareAll(record: Record, onChain: OnChain): void {
  for (const kind of ['bet', 'market', 'withdrawal'] as const) compare(kind, record, onChain);
  record.count('positions paid', onChain.paid.size);
  record.count('positions paid twice', onChain.paidAgain);
}

function compare(kind: Act['kind'], record: Record, { acts }: OnChain): void {
  const own = record.intents.filter((intent) => intent.kind === kind);
  const wanted = new Set(own.map(({ mark }) => mark));
  const onChain = new Map<string, string>();
  const doubled: Act[] = [];
  for (const act of acts.filter((each) => each.kind === kind)) {
    // On chain more than once, or never asked for.
    if (onChain.has(act.mark) || !wanted.has(act.mark)) doubled.push(act);
    onChain.set(act.mark, act.facts);
  }
  const told = (result: Result) => own.filter((intent) => intent.result === result);
  const isOnChain = ({ mark }: Intent) => onChain.has(mark);
  const add = (how: string, wrong: readonly Pick<Act, 'mark'>[]) => {
    const what = kind === 'bet' ? 'bets' : 'markets and withdrawals';
    const marks = wrong.map(({ mark }) => mark);
    record.count(`${what} ${how}`, marks.length, marks[0] && `${how}: ${marks.slice(0, 10)}`);
  };
  record.count(`${kind}s acknowledged`, told('acknowledged').length);
  add(
    'lost',
    told('acknowledged').filter(({ mark, facts }) => onChain.get(mark) !== facts),
  );
  add('doubled', doubled);
  add('refused, but on chain', told('refused').filter(isOnChain));
  add('undecided at the end', told('undecided'));
  if (kind !== 'bet') return;
  record.count('bets without an answer and without a key', told('unanswered').length);
  record.count('of them placed', told('unanswered').filter(isOnChain).length);
}

/** Notes what the auditors show; true if one of them has finished an audit. */
export async function readAudit(setup: Setup, record: Record): Promise<boolean> {
  let isAudited = false;
  for (const { api } of setup.replicas) {
    const signal = AbortSignal.timeout(5_000);
    const answer = await api.call('GET', '/../metrics', { signal }).catch(() => undefined);
    isAudited ||= noteMetrics(answer?.text ?? '', record);
  }
  return isAudited;
}

export function noteMetrics(text: string, record: Record): boolean {
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
      (all, [, value]) => all + Math.abs(Number(value)),
      0,
    );
  record.max("auditor's difference, in base units", sum('tote_audit_difference'));
  const markets = sum('tote_audit_differing_markets_total') + sum('tote_halted_markets');
  record.max('markets that differ or are halted', markets);
  return /^tote_audit_age_seconds/m.test(text);
}

async function countUnsettled(api: Api, markets: readonly string[]): Promise<number> {
  const answers = await Promise.all(markets.map((id) => api.get(`/markets/${id}`)));
  return answers.filter(({ status, body }) => status !== 200 || body.settled !== true).length;
}

/** By the API's sums. */
async function readDifference(api: Api): Promise<number> {
  const sums = (await readSums(api)).flatMap(({ surplus, missing }) => [surplus, missing]);
  return sums.reduce((all, each) => all + Math.abs(Number(each)), 0);
}

/** Bets that only the chain or only the API has: each market's, page by page. */
async function countDiffering(api: Api, { bets }: OnChain): Promise<number> {
  let differing = 0;
  for (const [marketId, onChain] of bets) {
    const listed = new Set<string>();
    for (let after = ''; ; ) {
      const page = await api.get(`/markets/${marketId}/bets?limit=${PAGE}${after}`);
      if (page.status !== 200) throw new Error(`no bets: ${page.status} ${page.text}`);
      for (const { betId } of page.body) listed.add(betId);
      if (page.body.length < PAGE) break;
      after = `&after=${page.body.at(-1).betId}`;
    }
    const missing = onChain.filter((betId) => !listed.has(betId)).length;
    differing += missing + (listed.size - (onChain.length - missing));
  }
  return differing;
}

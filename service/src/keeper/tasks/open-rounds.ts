// Opens the rounds of series. What is due follows from the row of the series and the chain's time.
// The address of a round follows from its start, so the chain takes it once, whoever sends it.
import { parseMarketId } from '@tote/chain/ids';
import { DomainError, formatInstant, roundStart, type UnixSeconds } from '@tote/domain';
import { createMarket } from '../../markets/create-market.ts';
import type { SeriesContext } from '../../series/create-series.ts';
import { findRoundId, planNext, type Round, toMarketInput } from '../../series/round.ts';
import { listRunningSeries, moveSeries, type Series } from '../../store/journal/series.ts';
import { ListAge } from '../observe/list-age.ts';
import type { Job, Task } from '../task.ts';

export function openRounds(context: SeriesContext): Task {
  const { store, chain, book, wallMs } = context;
  let listed: readonly Series[] = [];
  const changes = { version: 0 };
  const age = new ListAge({ dueTimes: changes, wallMs }, 0);
  const listJobs = (now: UnixSeconds) =>
    listed
      .filter((series) => !context.demo?.isAsleep(series))
      .flatMap((series) => toJob(context, series, now) ?? []);
  return {
    name: 'open-rounds',
    part: 'open-rounds',
    atOnce: 4,
    pollMs: 5_000,
    wakesEachSecond: true,
    begin: () => age.forget(),
    listen: (wake) =>
      store.onNotify('series', () => {
        changes.version += 1;
        wake();
      }),
    async find(limit, canTry) {
      if (book.isEmpty) return [];
      const now = chain.clock.shown();
      if (age.isOld || listJobs(now).length > 0) {
        const done = age.begin();
        listed = await listRunningSeries(store.db);
        done();
      }
      const jobs = listJobs(now).filter(({ subject }) => canTry(subject));
      return jobs.slice(0, limit);
    },
  };
}

/** When the next round is to be opened; undefined if no series runs, apart from the demo's. */
export async function findRoundAt({ store, chain, book, demo }: SeriesContext) {
  if (book.isEmpty) return undefined;
  const running = (await listRunningSeries(store.db)).filter((series) => !demo?.has(series));
  const now = chain.clock.now();
  const times = running.map((series) => planNext(series, now).round.opensAt);
  return times.length === 0 ? undefined : (Math.min(...times) as UnixSeconds);
}

function toJob(context: SeriesContext, series: Series, now: UnixSeconds): Job | undefined {
  const { missed, round } = planNext(series, now);
  if (missed > 0) {
    const subject = `${series.id} before ${formatInstant(round.startsAt)}`;
    return { subject, run: () => skip(context, series, round, missed) };
  }
  const subject = `${series.id} ${formatInstant(round.startsAt)}`;
  return now < round.opensAt ? undefined : { subject, run: () => open(context, series, round) };
}

async function skip(
  context: SeriesContext,
  series: Series,
  round: Round,
  late: number,
): Promise<void> {
  const { store, log } = context;
  const { cadence } = series.template;
  // A process that was killed may have opened the first of them, and not have stored that.
  const isFirstThere = await isThere(context, series, roundStart(cadence, series.reached, 1));
  const missed = context.demo?.has(series) ? 0 : late - Number(isFirstThere);
  const reached = roundStart(cadence, round.startsAt, -1);
  await store.write((db) => moveSeries(db, series, { reached, missed }));
  if (missed === 0) return;
  const fields = { series: series.id, missed, next: formatInstant(round.startsAt) };
  log.warn(fields, 'Rounds of a series were not opened in time and are left out');
}

async function open(context: SeriesContext, series: Series, round: Round): Promise<void> {
  const { startsAt: reached } = round;
  if (!(await isThere(context, series, reached))) await create(context, series, round);
  await context.store.write((db) => moveSeries(db, series, { reached, missed: 0 }));
}

/** The account of a market that has ended is closed, and the chain knows new ones first. */
async function isThere(context: SeriesContext, series: Series, start: UnixSeconds) {
  const { chain } = context;
  const id = await findRoundId(chain.programAddress, series, start);
  const address = parseMarketId(id);
  const account = address && (await chain.accounts.findMarket(address));
  return Boolean(account ?? (await context.findMarket(id)));
}

/** A round without stakes is better than none. */
async function create(context: SeriesContext, series: Series, round: Round): Promise<void> {
  const { log } = context;
  const { initialStakes, ...input } = toMarketInput(series, round);
  if (!initialStakes) return send(context, series, input);
  try {
    await send(context, series, { ...input, initialStakes });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    await send(context, series, input);
    const fields = { series: series.id, start: formatInstant(round.startsAt), error };
    log.warn(fields, 'A round of a series was opened without the stakes of its owner');
  }
}

async function send(
  context: SeriesContext,
  { id, wallet }: Series,
  input: ReturnType<typeof toMarketInput>,
): Promise<void> {
  const caller = { wallet, scopes: new Set([]) };
  const key = `${id} ${input.round?.nonce} ${input.initialStakes ? 'staked' : 'empty'}`;
  const { state } = await createMarket(context, caller, input, { key, requestHash: id });
  if (state === 'pending') throw new Error('the market is not confirmed yet');
}

// Advances the clock of the sandbox. It stops at every expiry until the keeper has acted, so that
// markets end as they would if the time had passed normally.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@tote/chain/chain';
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Sampler } from '../keeper/observe/sampler.ts';
import type { WebPoller } from '../keeper/observe/web/web-poller.ts';
import { type KeeperReads, walkMarkets } from '../store/projection/list-due-markets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { DemoSeries } from './demo-markets/demo-series.ts';

const SECONDS_MAX = 3_650 * 86_400;
/** A day before the chain itself refuses, because the clock also runs by itself. */
const TIME_MAX = Date.UTC(2099, 11, 31) / 1_000;
const STOP_MS_MAX = 5_000;
const STOP_POLL_MS = 20;
const EVIDENCED_MAX = 100;
const SAMPLES = 12;
/** Their interval is in this range: a longer gap would count as missing data. */
const SAMPLE_SECONDS_MIN = 60;
const SAMPLE_SECONDS_MAX = 540;
/** After this many stops no more samples are taken: months would take minutes. */
const SAMPLES_MAX = 5_000;

export interface AdvanceClockContext {
  readonly chain: Pick<Chain, 'clock'>;
  readonly reads: Pick<KeeperReads, 'findMarket' | 'listDueMarkets' | 'listEvidencedMarkets'>;
  readonly moveClock: ((seconds: number) => Promise<unknown>) | undefined;
  moveWorld?(): Promise<void>;
  findNextEvent?(now: UnixSeconds): UnixSeconds | undefined;
  findSaleAt?(): Promise<UnixSeconds | undefined>;
  /** When the keeper opens the next round of a series. */
  findRoundAt?(): Promise<UnixSeconds | undefined>;
  readonly sampler?: Pick<Sampler, 'sampleNow' | 'findNextStop' | 'evidenceCount' | 'hold'>;
  readonly webPoller?: Pick<WebPoller, 'pollNow' | 'findNextStop'>;
  readonly demoSeries?: Pick<DemoSeries, 'rest'> | undefined;
  wakeKeeper(): void;
  isDecidedHere(market: MarketView): boolean;
  isStuck?(market: MarketView): Promise<boolean>;
  readonly wallMs: () => number;
}

export const advanceClock = (context: AdvanceClockContext, seconds: number) =>
  context.demoSeries?.rest(() => advance(context, seconds)) ?? advance(context, seconds);

async function advance(context: AdvanceClockContext, seconds: number) {
  const { chain, moveClock, sampler } = context;
  if (!moveClock) throw new DomainError('sandbox_required');
  /** Markets that expire up to here have ended, or had expired before the call. */
  let awaited = await chain.clock.refresh();
  const most = Math.max(0, Math.min(SECONDS_MAX, TIME_MAX - awaited));
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > most) {
    const expected = `a whole number from 0 to ${most}; the clock stays before the year 2100`;
    throw new DomainError('field_invalid', { field: 'advanceSeconds', expected });
  }
  await sampler?.sampleNow();
  await context.webPoller?.pollNow();
  for (let left = seconds, steps = 0; left > 0; steps += 1) {
    const saleAt = Math.min(...(await awaitTimed(context)));
    const now = await chain.clock.refresh();
    const stops = await listNextStops(context, awaited, unixSeconds(now + left));
    const expiresAt = stops[0]?.expiresAt ?? Infinity;
    if (expiresAt <= now) {
      // The clock also runs by itself, and it has just passed an expiry.
      context.wakeKeeper();
      await awaitEnds(context, stops);
      awaited = unixSeconds(expiresAt);
      continue;
    }
    const eventAt = context.findNextEvent?.(now) ?? Infinity;
    const sampleAt = steps < SAMPLES_MAX ? findNextSampleAt(context, now, seconds) : Infinity;
    const next = Math.min(expiresAt, eventAt, sampleAt, saleAt) - now;
    const step = Math.min(left, Math.max(1, next));
    const move = async () => {
      await moveClock(step);
      await chain.clock.refresh();
      await context.moveWorld?.();
    };
    await (sampler ? sampler.hold(move) : move());
    left -= step;
    const met = await takeSamples(context);
    // A stop that is only for a sample has no due work, unless the sample ended a market.
    const isSampleOnly = now + step === sampleAt && left > 0 && met.length === 0;
    if (!isSampleOnly || now + step >= Math.min(expiresAt, eventAt, saleAt)) context.wakeKeeper();
    await awaitEnds(context, now + step >= expiresAt ? [...stops, ...met] : met);
    if (now + step >= expiresAt) awaited = unixSeconds(expiresAt);
  }
  await awaitTimed(context);
  return chain.clock.refresh();
}

async function listNextStops(
  { reads }: AdvanceClockContext,
  awaited: UnixSeconds,
  to: UnixSeconds,
): Promise<MarketView[]> {
  const stops: MarketView[] = [];
  for await (const market of walkMarkets((page) => reads.listDueMarkets(to, page))) {
    if (market.expiresAt <= awaited) continue;
    if (stops[0] && market.expiresAt !== stops[0].expiresAt) break;
    stops.push(market);
  }
  return stops;
}

function findNextSampleAt(
  { sampler, webPoller }: AdvanceClockContext,
  now: UnixSeconds,
  seconds: number,
) {
  const wanted = Math.max(Math.floor(seconds / SAMPLES), SAMPLE_SECONDS_MIN);
  const everySeconds = Math.min(wanted, SAMPLE_SECONDS_MAX);
  return Math.min(
    sampler?.findNextStop(now, everySeconds) ?? Infinity,
    webPoller?.findNextStop(now, everySeconds) ?? Infinity,
  );
}

async function takeSamples({ sampler, webPoller, reads }: AdvanceClockContext) {
  if (!sampler) return [];
  const before = sampler.evidenceCount;
  await sampler.sampleNow();
  const isMore = sampler.evidenceCount !== before;
  const met = isMore ? await reads.listEvidencedMarkets(EVIDENCED_MAX) : [];
  return [...met, ...((await webPoller?.pollNow()) ?? [])];
}

async function awaitEnds(context: AdvanceClockContext, stops: readonly MarketView[]) {
  const { reads, wallMs, isDecidedHere } = context;
  const deadline = wallMs() + STOP_MS_MAX;
  for (const market of stops.filter(isDecidedHere)) {
    while (wallMs() < deadline && !(await reads.findMarket(market.id))?.end) {
      if (await context.isStuck?.(market)) break;
      await sleep(STOP_POLL_MS);
    }
  }
}

/** Waits until the keeper has bought and opened what is due. Returns when the next is due. */
const awaitTimed = (context: AdvanceClockContext) =>
  Promise.all([awaitDone(context, context.findSaleAt), awaitDone(context, context.findRoundAt)]);

async function awaitDone(
  { chain, wallMs }: AdvanceClockContext,
  findNext: AdvanceClockContext['findSaleAt'],
): Promise<number> {
  const deadline = wallMs() + STOP_MS_MAX;
  while (wallMs() < deadline) {
    const at = (await findNext?.()) ?? Infinity;
    if (at > chain.clock.now()) return at;
    await sleep(STOP_POLL_MS);
  }
  return Infinity;
}

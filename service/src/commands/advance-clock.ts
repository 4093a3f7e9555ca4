// Moves the sandbox's time. It stops at every expiry until the keeper has acted, so that markets
// end as they would have if the time had passed by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@tote/chain/chain';
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Sampler } from '../sampling/sampler.ts';
import type { KeeperReads } from '../store/projection/keeper-reads.ts';
import type { MarketView } from '../store/projection/market-view.ts';

/** Ten years, as long as a market can last. */
const SECONDS_MAX = 3_650 * 86_400;
const STOP_MS_MAX = 5_000;
const STOP_POLL_MS = 20;
const PAGE = 100;
/** While something may happen at any time, it is looked for so often on the way, ... */
const LOOKS = 12;
/** ... within these seconds: a longer gap would be missing data. */
const LOOK_EVERY_MIN = 60;
const LOOK_EVERY_MAX = 540;
/** Beyond so many stops time passes unseen: months would take minutes. */
const LOOKS_MAX = 5_000;

export interface AdvanceClockContext {
  readonly chain: Pick<Chain, 'clock'>;
  readonly reads: Pick<KeeperReads, 'findMarket' | 'listDueMarkets' | 'listEvidencedMarkets'>;
  /** The sandbox of the embedded chain; undefined where there is none. */
  readonly moveClock: ((seconds: number) => Promise<unknown>) | undefined;
  /** Makes the accounts of the demo world what they are at the new time. */
  moveWorld?(): Promise<void>;
  /** The next moment at which something happens in it; time stops there too. */
  findNextEvent?(now: UnixSeconds): UnixSeconds | undefined;
  /** When the keeper buys the next lot in the buyback; time stops there until it has. */
  findSaleAt?(): Promise<UnixSeconds | undefined>;
  /** Takes samples of what measured markets are about, while time passes. */
  readonly sampler?: Pick<Sampler, 'lookNow' | 'findNextStop' | 'decided' | 'hold'>;
  /** The keeper, which is to look for due work now. */
  wakeKeeper(): void;
  /** Whether the keeper will end the market by itself. */
  isDecidedHere(market: MarketView): boolean;
  /** Whether it has tried in vain, so that waiting for it is in vain too. */
  isStuck?(market: MarketView): Promise<boolean>;
  readonly wallMs: () => number;
}

/** Gives the chain's time afterwards. */
export async function advanceClock(
  context: AdvanceClockContext,
  seconds: number,
): Promise<UnixSeconds> {
  const { chain, moveClock, sampler } = context;
  if (!moveClock) throw new DomainError('sandbox_required');
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > SECONDS_MAX) {
    const expected = `a whole number from 0 to ${SECONDS_MAX}`;
    throw new DomainError('field_invalid', { field: 'advanceSeconds', expected });
  }
  /** Markets that expired until here were waited for, or had expired before. */
  let awaited = await chain.clock.refresh();
  await sampler?.lookNow();
  for (let left = seconds, looks = 0; left > 0; looks += 1) {
    const saleAt = await awaitSales(context);
    const now = await chain.clock.refresh();
    const stops = await listNextStops(context, awaited, unixSeconds(now + left));
    const expiresAt = stops[0]?.expiresAt ?? Infinity;
    if (expiresAt <= now) {
      // Time passes by itself too, here over an expiry.
      context.wakeKeeper();
      await awaitEnds(context, stops);
      awaited = unixSeconds(expiresAt);
      continue;
    }
    const eventAt = context.findNextEvent?.(now) ?? Infinity;
    const lookAt = looks < LOOKS_MAX ? findNextLook(context, now, seconds) : Infinity;
    const next = Math.min(expiresAt, eventAt, lookAt, saleAt) - now;
    const step = Math.min(left, Math.max(1, next));
    const move = async () => {
      await moveClock(step);
      await chain.clock.refresh();
      await context.moveWorld?.();
    };
    await (sampler ? sampler.hold(move) : move());
    left -= step;
    const met = await look(context);
    // Between two looks nothing falls due.
    const isLook = now + step === lookAt && left > 0 && met.length === 0;
    if (!isLook || now + step >= Math.min(expiresAt, eventAt, saleAt)) context.wakeKeeper();
    await awaitEnds(context, now + step >= expiresAt ? [...stops, ...met] : met);
    if (now + step >= expiresAt) awaited = unixSeconds(expiresAt);
  }
  await awaitSales(context);
  return chain.clock.refresh();
}

/** The markets that expire next after `awaited`, all at the same instant. */
async function listNextStops(
  { reads }: AdvanceClockContext,
  awaited: UnixSeconds,
  to: UnixSeconds,
): Promise<MarketView[]> {
  const stops: MarketView[] = [];
  let after: MarketView | undefined;
  while (true) {
    const markets = await reads.listDueMarkets(to, { limit: PAGE, after });
    for (const market of markets) {
      if (market.expiresAt <= awaited) continue;
      if (stops[0] && market.expiresAt !== stops[0].expiresAt) return stops;
      stops.push(market);
    }
    if (markets.length < PAGE) return stops;
    after = markets.at(-1);
  }
}

function findNextLook({ sampler }: AdvanceClockContext, now: UnixSeconds, seconds: number) {
  const every = Math.min(Math.max(Math.floor(seconds / LOOKS), LOOK_EVERY_MIN), LOOK_EVERY_MAX);
  return sampler?.findNextStop(now, every) ?? Infinity;
}

/** The markets that end because of what was seen. */
async function look({ sampler, reads }: AdvanceClockContext): Promise<readonly MarketView[]> {
  if (!sampler) return [];
  const before = sampler.decided;
  await sampler.lookNow();
  return sampler.decided === before ? [] : reads.listEvidencedMarkets(PAGE);
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

/** Until the keeper has bought what is due; gives when the next lot is. */
async function awaitSales({ chain, findSaleAt, wallMs }: AdvanceClockContext): Promise<number> {
  const deadline = wallMs() + STOP_MS_MAX;
  while (wallMs() < deadline) {
    const at = (await findSaleAt?.()) ?? Infinity;
    if (at > chain.clock.now()) return at;
    await sleep(STOP_POLL_MS);
  }
  return Infinity;
}

// Moves the sandbox's time. It stops at every expiry until the keeper has acted, so that markets
// end as they would have if the time had passed by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Chain } from '../chain/chain.ts';
import type { KeeperReads } from '../keeper/keeper-reads.ts';
import type { MarketView } from '../store/projection/market-view.ts';

/** Ten years, as long as a market can last. */
const SECONDS_MAX = 3_650 * 86_400;
const STOP_MS_MAX = 5_000;
const STOP_POLL_MS = 20;
const PAGE = 100;

export interface AdvanceClockContext {
  readonly chain: Pick<Chain, 'clock'>;
  readonly reads: Pick<KeeperReads, 'findMarket' | 'listDueMarkets'>;
  /** The sandbox of the embedded chain; undefined where there is none. */
  readonly moveClock: ((seconds: number) => Promise<unknown>) | undefined;
  /** Makes the accounts of the demo world what they are at the new time. */
  moveWorld?(): Promise<void>;
  /** The next moment at which something happens in it; time stops there too. */
  findNextEvent?(now: UnixSeconds): UnixSeconds | undefined;
  /** When the keeper buys the next lot in the buyback; time stops there until it has. */
  findSaleAt?(): Promise<UnixSeconds | undefined>;
  /** The keeper, which is to look for due work now. */
  wakeKeeper(): void;
  /** Whether the keeper will end the market by itself. */
  isDecidedByUs(market: MarketView): boolean;
  readonly wallMs: () => number;
}

/** Gives the chain's time afterwards. */
export async function advanceClock(
  context: AdvanceClockContext,
  seconds: number,
): Promise<UnixSeconds> {
  const { chain, moveClock } = context;
  if (!moveClock) throw new DomainError('sandbox_required');
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > SECONDS_MAX) {
    const expected = `a whole number from 0 to ${SECONDS_MAX}`;
    throw new DomainError('field_invalid', { field: 'advanceSeconds', expected });
  }
  for (let left = seconds; left > 0; ) {
    const saleAt = await awaitSales(context);
    const now = await chain.clock.refresh();
    const stops = await listNextStops(context, now, unixSeconds(now + left));
    const expiresAt = stops[0]?.expiresAt ?? Infinity;
    const eventAt = context.findNextEvent?.(now) ?? Infinity;
    const step = Math.min(left, Math.max(1, Math.min(expiresAt, eventAt, saleAt) - now));
    await moveClock(step);
    left -= step;
    await chain.clock.refresh();
    await context.moveWorld?.();
    context.wakeKeeper();
    if (now + step >= expiresAt) await awaitEnds(context, stops);
  }
  await awaitSales(context);
  return chain.clock.refresh();
}

/** The markets that expire next, all at the same instant. */
async function listNextStops(
  { reads }: AdvanceClockContext,
  now: UnixSeconds,
  to: UnixSeconds,
): Promise<MarketView[]> {
  const stops: MarketView[] = [];
  let after: MarketView | undefined;
  while (true) {
    const markets = await reads.listDueMarkets(to, { limit: PAGE, after });
    for (const market of markets) {
      if (market.expiresAt <= now) continue;
      if (stops[0] && market.expiresAt !== stops[0].expiresAt) return stops;
      stops.push(market);
    }
    if (markets.length < PAGE) return stops;
    after = markets.at(-1);
  }
}

async function awaitEnds(context: AdvanceClockContext, stops: readonly MarketView[]) {
  const { reads, wallMs, isDecidedByUs } = context;
  const deadline = wallMs() + STOP_MS_MAX;
  for (const { id } of stops.filter(isDecidedByUs)) {
    while (wallMs() < deadline && !(await reads.findMarket(id))?.end) await sleep(STOP_POLL_MS);
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

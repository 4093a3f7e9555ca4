import { DEMO_NOTICE, describeMarketCondition } from '@tote/conditions/describe-condition';
import { asAttested } from '@tote/conditions/evaluate';
import {
  addSeconds,
  DomainError,
  formatInstant,
  isFinal,
  payoutRatioFloor,
  phaseAt,
  type Settlement,
  type UnixSeconds,
} from '@tote/domain';
import type { DemoWorld } from '../embedded/demo-world/demo-world.ts';
import { listMarkets, type MarketPage } from '../store/projection/list-markets.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import {
  type MarketEnd,
  type MarketView,
  settlementOfView,
} from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

export async function getMarket(
  { store, cache }: Pick<QueryContext, 'store' | 'cache'>,
  id: string,
): Promise<MarketView> {
  const market = await findMarket(store, cache, id);
  if (!market) throw new DomainError('market_not_found', { marketId: id });
  return market;
}

export function findFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd | null {
  const phase = phaseAt(market, now);
  return isFinal(phase) ? phase.end : null;
}

const RETRY_AFTER_SECONDS = 5;

export function getFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd {
  const end = findFinalEnd(market, now);
  if (end) return end;
  throw new DomainError('result_not_ready', { readyAt: formatInstant(readyAt(market, now)) });
}

function readyAt({ end, expiresAt }: MarketView, now: UnixSeconds): UnixSeconds {
  const due = end?.vetoEndsAt ?? expiresAt;
  return now < due ? due : addSeconds(now, RETRY_AFTER_SECONDS);
}

// Reads markets as they are shown: marked, if their oracle is disabled or the operator hid them.

export async function findShownMarket(context: QueryContext, id: string) {
  const market = await findMarket(context.store, context.cache, id);
  return market && context.hidden.mark(await mark(context, market));
}

export function peekShownMarket({ cache, disabledOracles, hidden }: QueryContext, id: string) {
  const market = cache.findView(id);
  const known = market && disabledOracles.peek(market);
  return known && hidden.mark(known);
}

export async function listShownMarkets(context: QueryContext, page: MarketPage) {
  const { chain, store, cache, config, disabledOracles } = context;
  const moment = { now: chain.clock.now(), decimals: config.decimals };
  const list = await listMarkets(store, cache, page, moment);
  if (disabledOracles.isEmpty) return list;
  return { ...list, markets: await Promise.all(list.markets.map((each) => mark(context, each))) };
}

async function mark({ chain, disabledOracles }: QueryContext, market: MarketView) {
  const known = disabledOracles.peek(market);
  if (known || chain.isAway()) return known ?? market;
  return disabledOracles.mark(market).catch(() => market);
}

export function describeMarket(
  market: MarketView,
  demoWorld: Pick<DemoWorld, 'isAbout'> | undefined,
): string {
  const details = describeMarketCondition(market);
  const { parsedCondition: condition } = market;
  const isDemo =
    condition.type !== 'unknown' && !asAttested(condition) && demoWorld?.isAbout(condition);
  return isDemo ? `${details} ${DEMO_NOTICE}` : details;
}

/** What an ended market pays per unit staked. */
export const payoutRatioOf = (market: MarketView) =>
  payoutRatioFloor(settlementOfView(market) as Settlement, market.pools);

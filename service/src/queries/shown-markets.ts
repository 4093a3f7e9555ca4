// Reads markets as they are shown: marked, if their oracle is disabled.

import { describeMarketCondition } from '@tote/conditions/describe-condition';
import { asAttested } from '@tote/conditions/evaluate';
import { DEMO_NOTICE, type DemoWorld } from '../embedded/demo-world/demo-world.ts';
import { listMarkets, type MarketList, type MarketPage } from '../store/projection/list-markets.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

export async function findShownMarket(context: QueryContext, id: string) {
  const market = await findMarket(context.store, context.cache, id);
  return market && mark(context, market);
}

export function peekShownMarket({ cache, disabledOracles }: QueryContext, id: string) {
  const market = cache.findView(id);
  return market && disabledOracles ? disabledOracles.peek(market) : market;
}

export async function listShownMarkets(
  context: QueryContext,
  page: MarketPage,
): Promise<MarketList> {
  const { chain, store, cache, config, disabledOracles } = context;
  const moment = { now: chain.clock.now(), decimals: config.decimals };
  const list = await listMarkets(store, cache, page, moment);
  if (disabledOracles?.isEmpty !== false) return list;
  return { ...list, markets: await Promise.all(list.markets.map((each) => mark(context, each))) };
}

/** While the chain does not answer, what was not read before is shown as it was. */
async function mark({ chain, disabledOracles }: QueryContext, market: MarketView) {
  const known = disabledOracles ? disabledOracles.peek(market) : market;
  if (known || chain.isAway()) return known ?? market;
  return disabledOracles?.mark(market).catch(() => market) ?? market;
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

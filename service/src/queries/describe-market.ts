import { describeMarketCondition } from '@tote/conditions/describe-condition';
import { asAttested } from '@tote/conditions/evaluate';
import { DEMO_NOTICE, type DemoWorld } from '../embedded/demo-world/demo-world.ts';
import type { MarketView } from '../store/projection/market-view.ts';

/** The `details` of a market; with a notice if demo data decides it. */
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

// What is below the fold.
import { lazy } from '../../components/lazy.tsx';
import { Bets } from './bets.tsx';
import { Dates } from './dates.tsx';
import { Ended, type EndedProps } from './ended.tsx';
import type { MarketData } from './market-data.ts';
import { OddsOverTime } from './odds-over-time.tsx';
import { Positions } from './positions.tsx';

/** Few use these, so they are loaded later. */
const ShareMarket = lazy(() => import('./share-market.tsx'), 'ShareMarket');
const Report = lazy(() => import('./report.tsx'), 'Report');

interface MarketRestProps extends EndedProps {
  readonly data: MarketData;
}

export function MarketRest({
  data: { market, bets, history },
  receipt,
  settlements,
}: MarketRestProps) {
  return (
    <>
      <ShareMarket market={market} />
      <Ended receipt={receipt} settlements={settlements} />
      <OddsOverTime market={market} history={history} />
      {market.status === 'open' && <Dates market={market} />}
      <Positions market={market} />
      <Bets market={market} bets={bets} />
      <Report marketId={market.id} />
    </>
  );
}

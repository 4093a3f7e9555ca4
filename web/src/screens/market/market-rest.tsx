// What is below the fold.

import type { Market } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { ChainId, WalletId } from '../../components/chain-id.tsx';
import { Countdown, Moment } from '../../components/countdown.tsx';
import { lazy } from '../../components/lazy.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useResource } from '../../data/resource.ts';
import { useSoon } from '../../data/soon.ts';
import { tote } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';
import { Bets } from './bets.tsx';
import { Ended, type EndedProps } from './ended.tsx';
import type { MarketData } from './market-data.ts';
import { OddsOverTime } from './odds-over-time.tsx';

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

const DATES = [
  ['bettingClosesAt', 'Betting closes'],
  ['expireAt', 'Expiry'],
  ['resolvesBy', 'Resolved by'],
  ['refundAt', 'Refunded after'],
] as const;

/** All dates are by the chain's clock. */
function Dates({ market: { deadlines } }: { readonly market: Market }) {
  return (
    <section class="sheet stack" aria-labelledby="dates">
      <h2 id="dates">Dates</h2>
      <dl class="columns">
        {DATES.map(([name, words]) => (
          <div>
            <dt>{words}</dt>
            <dd class="figure">
              <Countdown to={deadlines[name]} over="passed" />
            </dd>
            <dd class="small">
              <Moment at={deadlines[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const SHOWN = 5;
const REREAD_MS = 2_000;

function Positions({ market }: { readonly market: Market }) {
  const { id: marketId, betCount } = market;
  const { value, reload } = useResource(
    (signal) => tote.peek().listPositions({ marketId, limit: SHOWN }, { signal }),
    [marketId],
  );
  const soon = useSoon(reload, REREAD_MS);
  useEffect(() => {
    if (value.peek() && betCount > 0) soon();
  }, [betCount, value, soon]);
  if (!value.value?.length) return null;
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Biggest positions</h2>
      <table class="rows">
        <TableHead
          names={['Wallet', `Yes (${market.currency})`, `No (${market.currency})`]}
          numbers={[1, 2]}
        />
        <tbody>
          {value.value.map(({ wallet, bettor, stakes }) => (
            <tr key={bettor}>
              <td>
                {wallet ? <WalletId wallet={wallet} /> : <ChainId kind="address" id={bettor} />}
              </td>
              <td class="number">{exactly(stakes.Yes, market.currency)}</td>
              <td class="number">{exactly(stakes.No, market.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

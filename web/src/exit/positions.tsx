import { Button } from '../components/forms.tsx';
import { collect, MARKETS_AT_ONCE } from './actions.ts';
import type { Deployment } from './chain/deployment.ts';
import type { Holdings } from './chain/holdings.ts';
import type { ChainMarket } from './chain/markets.ts';
import { ask } from './confirm.tsx';
import { MarketCard } from './market-card.tsx';
import { nextStep } from './market-state.ts';
import { signer, type View } from './state.ts';

interface Props {
  readonly view: View;
  readonly holdings: Holdings;
}

export function Positions({ view, holdings }: Props) {
  const { deployment, chainTime: now, markets } = view;
  const isDue = (market: ChainMarket) => nextStep(market, now) !== undefined;
  const own = holdings.positions
    .flatMap(({ market }) => markets.get(market) ?? [])
    .sort((a, b) => Number(isDue(b)) - Number(isDue(a)));
  return (
    <section class="stack" aria-labelledby="exit-positions">
      <h2 id="exit-positions">4. Your positions</h2>
      {own.length === 0 && <p>Your wallet has no stake in any market.</p>}
      <CollectAll {...{ view, holdings, deployment }} />
      <ul class="stack">
        {own.map((market) => (
          <li key={market.address}>
            <MarketCard {...{ deployment, holdings, market, now }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CollectAll({ view, holdings, deployment }: Props & { readonly deployment: Deployment }) {
  const due = holdings.positions.flatMap((position) => {
    const market = view.markets.get(position.market);
    const step = market && nextStep(market, view.chainTime);
    return market && (step === 'settle' || step === 'refund')
      ? [{ market, isRefundDue: step === 'refund' }]
      : [];
  });
  if (due.length < 2) return null;
  const count = Math.min(due.length, MARKETS_AT_ONCE);
  return (
    <Button
      class="button button-main"
      disabled={!signer.value}
      onClick={() => ask(collect(deployment, holdings, due))}
    >
      Settle {count} of {due.length} positions that are due
    </Button>
  );
}

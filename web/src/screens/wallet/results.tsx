import type { Currency } from '@tote/domain';
import type { Decimal, Wallet } from '@tote/sdk';
import { Fact, Figure, Profit } from '../../components/figures.tsx';
import { exactly, plainNumber } from '../../format/amounts.ts';

interface ResultsProps {
  readonly currency: Currency;
  readonly results: Wallet['results'][Currency];
  readonly staked: Decimal;
}

/** Refunds count as neither won nor lost. */
export function Results({ currency, results, staked }: ResultsProps) {
  const { profit, won, lost, refunded } = results;
  const amounts = {
    'Staked so far': results.staked,
    'Paid so far': results.paid,
    'At stake now': staked,
  };
  return (
    <section class="board stack" aria-label={`Results in ${currency}`}>
      <p class="results-profit">
        <span class="quiet">Profit after fees</span>
        <Profit amount={profit} currency={currency} />
      </p>
      <dl class="results-counts row">
        {Object.entries({ won, lost, refunded }).map(([name, count]) => (
          <Fact key={name} name={name}>
            <Figure text={plainNumber(count)} />
          </Fact>
        ))}
      </dl>
      <dl class="pairs small">
        {Object.entries(amounts).map(([name, amount]) => (
          <Fact key={name} name={name}>
            <Figure text={exactly(amount, currency)} /> {currency}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

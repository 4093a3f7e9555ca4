import type { Stats } from '@tote/sdk';
import { Fact, Figure } from '../../components/figures.tsx';
import { isZero, plainNumber, shortly } from '../../format/amounts.ts';

const CURRENCIES = ['SOL', 'UTILITY'] as const;

type Totals = Stats['totals'];

/** What was paid and burned so far, without zeros. Its line is there before the figures are. */
export function TotalsLine({ totals }: { readonly totals: Totals | undefined }) {
  const count = totals ? totals.SOL.openMarkets + totals.UTILITY.openMarkets : 0;
  return (
    <dl class="totals" aria-busy={totals === undefined}>
      {totals && <Sums name="Paid out" sums={sumsOf(totals, 'paid')} />}
      {totals && <Sums name="Burned" sums={sumsOf(totals, 'burned')} />}
      {count > 0 && (
        <Fact name="Open markets">
          <Figure text={plainNumber(String(count))} />
        </Fact>
      )}
    </dl>
  );
}

const sumsOf = (totals: Totals, of: 'paid' | 'burned') =>
  CURRENCIES.map((currency) => ({ currency, sum: totals[currency][of] })).filter(
    ({ sum }) => !isZero(sum),
  );

function Sums({ name, sums }: { name: string; sums: ReturnType<typeof sumsOf> }) {
  if (sums.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      {sums.map(({ currency, sum }) => (
        <dd key={currency}>
          <Figure text={shortly(sum)} /> {currency}
        </dd>
      ))}
    </div>
  );
}

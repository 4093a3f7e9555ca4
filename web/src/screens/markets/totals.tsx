import type { Currency } from '@tote/domain';
import type { Stats } from '@tote/sdk';
import { Fact } from '../../components/fact.tsx';
import { Figure } from '../../components/figure.tsx';
import { shortly } from '../../format/amounts.ts';

const CURRENCIES = ['SOL', 'UTILITY'] as const;

type Totals = Stats['totals'];

/** What was paid and burned so far. The board is shown before its figures are known. */
export function TotalsBoard({ totals }: { readonly totals: Totals | undefined }) {
  const count = totals && totals.SOL.openMarkets + totals.UTILITY.openMarkets;
  return (
    <dl class="board totals" aria-busy={totals === undefined}>
      <div>
        <dt>Paid out</dt>
        <Sums totals={totals} of="paid" />
      </div>
      <div>
        <dt>Burned</dt>
        <Sums totals={totals} of="burned" />
      </div>
      <Fact name="Open markets">
        <Sum text={count === undefined ? undefined : String(count)} />
      </Fact>
    </dl>
  );
}

function Sums({ totals, of }: { totals: Totals | undefined; of: 'paid' | 'burned' }) {
  const text = (currency: Currency) => totals && shortly(totals[currency][of]);
  return (
    <>
      {CURRENCIES.map((currency) => (
        <dd key={currency}>
          <Sum text={text(currency)} /> <span class="totals-unit">{currency}</span>
        </dd>
      ))}
    </>
  );
}

/** The first figure is not a change, so it does not light up. */
const Sum = ({ text }: { text: string | undefined }) =>
  text === undefined ? <span class="figure">–</span> : <Figure text={text} />;

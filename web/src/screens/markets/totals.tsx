import { Figure } from '../../components/figure.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { shortly } from '../../format/amounts.ts';

const CURRENCIES = ['SOL', 'UTILITY'] as const;

/** What was paid and burned so far. */
export function Totals() {
  const { value } = useResource((signal) => tote.value.getStats({ days: 1 }, { signal }), []);
  const { totals } = value.value ?? {};
  if (!totals) return null;
  return (
    <dl class="board totals">
      <div>
        <dt>Paid to winners</dt>
        {CURRENCIES.map((currency) => (
          <dd>
            <Figure text={shortly(totals[currency].paid)} /> {currency}
          </dd>
        ))}
      </div>
      <div>
        <dt>Burned</dt>
        {CURRENCIES.map((currency) => (
          <dd>
            <Figure text={shortly(totals[currency].burned)} /> {currency}
          </dd>
        ))}
      </div>
      <div>
        <dt>Open markets</dt>
        <dd>
          <Figure text={String(totals.SOL.openMarkets + totals.UTILITY.openMarkets)} />
        </dd>
      </div>
    </dl>
  );
}

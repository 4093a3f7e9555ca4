import type { Currency } from '@tote/domain';
import type { Decimal } from '@tote/sdk';
import { exactly, isZero } from '../format/amounts.ts';
import { Figure } from './figure.tsx';

/** A gain or a loss, with its sign, because colours alone are not accessible. */
export function Profit({ amount, currency }: { amount: Decimal; currency: Currency }) {
  const kind = amount.startsWith('-') ? 'loss' : isZero(amount) ? 'even' : 'gain';
  const [sign, size] =
    kind === 'loss' ? ['−', amount.slice(1)] : [kind === 'gain' ? '+' : '', amount];
  return (
    <span class={`profit profit-${kind}`}>
      <Figure text={`${sign}${exactly(size as Decimal, currency)}`} /> {currency}
    </span>
  );
}

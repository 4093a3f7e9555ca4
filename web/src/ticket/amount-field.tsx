import type { Signal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import type { Decimal } from '@tote/sdk';
import { Button } from '../components/button.tsx';
import { AMOUNT, typedInto } from '../components/forms.ts';
import { plainNumber, withCurrency } from '../format/amounts.ts';
import { toField } from './read-amount.ts';

const QUICK: Readonly<Record<Currency, readonly string[]>> = {
  SOL: ['0.1', '0.5', '1', '5'],
  UTILITY: ['10', '100', '1000', '5000'],
};

/** The amount that the ticket starts with on the embedded chain. */
export const playStake = (currency: Currency): string => QUICK[currency][2] ?? '';

interface AmountFieldProps {
  readonly text: Signal<string>;
  readonly currency: Currency;
  readonly balance: Decimal | undefined;
  readonly problem: string | undefined;
}

export function AmountField({ text, currency, balance, problem }: AmountFieldProps) {
  const set = (value: string) => {
    text.value = value;
  };
  return (
    <div class="amount">
      <label for="amount">Amount in {currency}</label>
      <input
        id="amount"
        class="figure"
        {...AMOUNT}
        {...typedInto(text)}
        aria-invalid={problem !== undefined}
        aria-describedby="amount-help"
      />
      <p id="amount-help" class={problem ? 'amount-problem' : 'quiet'}>
        {problem ?? (balance && `Your balance: ${withCurrency(balance, currency)}`)}
      </p>
      <fieldset class="quick pills">
        <legend class="visually-hidden">Quick amounts</legend>
        {QUICK[currency].map((amount) => (
          <Button onClick={() => set(amount)}>{plainNumber(amount)}</Button>
        ))}
        <Button disabled={!balance} onClick={() => balance && set(toField(balance))}>
          Max
        </Button>
      </fieldset>
    </div>
  );
}

import type { Signal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import type { Decimal } from '@tote/sdk';
import { AMOUNT, Button, typedInto } from '../components/forms.tsx';
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

export const MinRatioField = ({ text }: { readonly text: Signal<string> }) => (
  <details>
    <summary>Minimum payout ratio (optional)</summary>
    <label>
      Place the bet only if it would pay at least this much per unit staked:
      <input
        class="figure"
        {...AMOUNT}
        pattern="[0-9]+([.,]([0-9]{1,2}|[0-9]{4,}))?"
        title="Digits with one point or comma, such as 1.9, not 1.900"
        {...typedInto(text)}
      />
    </label>
    <p class="quiet">
      The program checks it when the bet lands. Later bets can still lower the ratio. With one-click
      betting our service passes it on; a bet that you sign contains it.
    </p>
  </details>
);

import { type Signal, useSignal } from '@preact/signals';
import type { Account, Decimal } from '@tote/sdk';
import {
  AMOUNT,
  Button,
  chosenInto,
  type FieldAttributes,
  FormField,
  Radios,
  SelectField,
  submitting,
  typedInto,
} from '../../components/forms.tsx';
import type { WalletFunds } from '../../data/wallet-funds.ts';
import { exactly } from '../../format/amounts.ts';
import { toField } from '../../ticket/read-amount.ts';
import { takeAmount } from './take-amount.ts';
import { TransactionSteps, useTransaction } from './use-transaction.tsx';

const CURRENCIES = { SOL: 'SOL', UTILITY: 'UTILITY' } as const;
type Currency = keyof typeof CURRENCIES;

interface MoneyFormProps {
  readonly account: Account;
  readonly funds: WalletFunds | undefined;
  onDone(): void;
}

const WAYS = { deposit: 'Deposit', withdraw: 'Withdraw' } as const;

export function MoneyForm({ account, funds, onDone }: MoneyFormProps) {
  const way = useSignal<keyof typeof WAYS>('deposit');
  const currency = useSignal<Currency>('SOL');
  const typed = useSignal('');
  const transaction = useTransaction(onDone);
  const source = way.value === 'deposit' ? funds : account.balances;
  const available = source?.[currency.value];
  const { amount, problem } = takeAmount(typed.value, currency.value, available);
  const move = (amount: Decimal) =>
    transaction.run(async (tote) => {
      const money = { currency: currency.value, amount };
      const done = await (way.value === 'withdraw'
        ? tote.withdraw(money)
        : account.open
          ? tote.deposit(money)
          : tote.openAccount({ deposit: money }));
      typed.value = '';
      return done;
    });
  return (
    <form
      class="sheet stack"
      noValidate
      aria-labelledby="money"
      onSubmit={submitting(() => amount && transaction.isFree && move(amount))}
    >
      <h2 id="money">Deposit and withdraw</h2>
      <fieldset class="segments">
        <legend class="visually-hidden">Direction</legend>
        <Radios name="way" options={WAYS} {...chosenInto(way)} />
      </fieldset>
      <div class="form-row">
        <FormField
          label="Amount"
          error={problem}
          hint={
            available === undefined ? (
              'The balance could not be read.'
            ) : (
              <Available {...{ way: way.value, available, currency: currency.value }} />
            )
          }
        >
          {(attributes) => <MaxInput attributes={attributes} typed={typed} max={available} />}
        </FormField>
        <SelectField label="Currency" options={CURRENCIES} {...typedInto(currency)} />
      </div>
      <button type="submit" class="button button-main" disabled={!amount || !transaction.isFree}>
        {amount
          ? `${WAYS[way.value]} ${exactly(amount, currency.value)} ${currency.value}`
          : 'Enter an amount'}
      </button>
      <TransactionSteps transaction={transaction} />
    </form>
  );
}

interface MaxInputProps {
  readonly attributes: FieldAttributes;
  readonly typed: Signal<string>;
  readonly max: Decimal | undefined;
}

function MaxInput({ attributes, typed, max }: MaxInputProps) {
  return (
    <div class="with-button">
      <input {...attributes} {...AMOUNT} {...typedInto(typed)} />
      <Button
        disabled={max === undefined}
        onClick={() => {
          typed.value = toField(max ?? '');
        }}
      >
        Max
      </Button>
    </div>
  );
}

interface AvailableProps {
  readonly way: keyof typeof WAYS;
  readonly available: Decimal;
  readonly currency: Currency;
}

const Available = ({ way, available, currency }: AvailableProps) => (
  <>
    {way === 'deposit' ? 'In your wallet' : 'Available'}: {exactly(available, currency)} {currency}
  </>
);

import { type Signal, useSignal } from '@preact/signals';
import type { Account, Decimal } from '@tote/sdk';
import { Button } from '../../components/button.tsx';
import { type FieldAttributes, FormField } from '../../components/form-field.tsx';
import { typedInto } from '../../components/forms.ts';
import type { WalletFunds } from '../../data/wallet-funds.ts';
import { exactly } from '../../format/amounts.ts';
import { takeAmount } from './take-amount.ts';
import { TransactionSteps } from './transaction-steps.tsx';
import { useTransaction } from './use-transaction.ts';

type Currency = 'SOL' | 'UTILITY';

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
      onSubmit={(event) => {
        event.preventDefault();
        if (amount && transaction.isFree) move(amount);
      }}
    >
      <h2 id="money">Deposit and withdraw</h2>
      <fieldset class="segments">
        <legend class="visually-hidden">Direction</legend>
        {(Object.keys(WAYS) as (keyof typeof WAYS)[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="way"
              checked={way.value === name}
              onChange={() => {
                way.value = name;
              }}
            />
            {WAYS[name]}
          </label>
        ))}
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
        <FormField label="Currency">
          {(attributes) => (
            <select
              {...attributes}
              value={currency.value}
              onChange={({ currentTarget: { value } }) => {
                currency.value = value as Currency;
              }}
            >
              <option>SOL</option>
              <option>UTILITY</option>
            </select>
          )}
        </FormField>
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
      <input
        {...attributes}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        {...typedInto(typed)}
      />
      <Button
        disabled={max === undefined}
        onClick={() => {
          typed.value = max ?? '';
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

import { useSignal } from '@preact/signals';
import type { Account } from '@tote/sdk';
import { Countdown } from '../../components/countdown.tsx';
import { Fact } from '../../components/figures.tsx';
import {
  AMOUNT,
  Button,
  FormField,
  SelectField,
  submitting,
  typedInto,
} from '../../components/forms.tsx';
import { now } from '../../data/clock.ts';
import { config } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';
import { bothTimes } from '../../format/times.ts';
import { shortAddress } from '../../format/words.ts';
import { takeAmount } from './take-amount.ts';
import { type OwnTransaction, TransactionSteps, useTransaction } from './use-transaction.tsx';

export function Allowance({ account, onDone }: { readonly account: Account; onDone(): void }) {
  const transaction = useTransaction(onDone);
  const { delegate } = account;
  const isOver = delegate !== null && Date.parse(delegate.expiresAt) <= now.value;
  return (
    <section class="sheet stack" aria-labelledby="allowance">
      <h2 id="allowance">One-click betting</h2>
      {delegate ? (
        <>
          <p>
            {config.value?.delegates.includes(delegate.address)
              ? 'We can place bets for you and do nothing else.'
              : `${shortAddress(delegate.address)} can place bets for you and do nothing else.`}
          </p>
          <dl class="allowance-facts">
            <Fact name="Left">
              <span class="figure">{exactly(delegate.allowance.SOL, 'SOL')}</span> SOL,{' '}
              <span class="figure">{exactly(delegate.allowance.UTILITY, 'UTILITY')}</span> UTILITY
            </Fact>
            <Fact name={isOver ? 'Ended' : 'Until'}>
              {bothTimes(delegate.expiresAt)}
              {!isOver && (
                <span class="quiet">
                  {' '}
                  (<Countdown to={delegate.expiresAt} />)
                </span>
              )}
            </Fact>
          </dl>
          <Button
            disabled={!transaction.isFree}
            onClick={() => transaction.run((tote) => tote.revoke())}
          >
            Revoke now
          </Button>
        </>
      ) : (
        <p>One-click betting is off. Your wallet signs each bet.</p>
      )}
      <details class="more-fields">
        <summary>{delegate ? 'Change it' : 'Allow one-click betting'}</summary>
        <AllowanceForm account={account} transaction={transaction} />
      </details>
      <TransactionSteps transaction={transaction} />
    </section>
  );
}

const DURATIONS = { '1': '1 day', '7': '7 days', '30': '30 days' } as const;
const DAY_MS = 86_400_000;

function AllowanceForm({
  account,
  transaction,
}: {
  readonly account: Account;
  readonly transaction: OwnTransaction;
}) {
  const typed = useSignal({ SOL: '', UTILITY: '' });
  const days = useSignal<string>('7');
  const read = (currency: 'SOL' | 'UTILITY') => takeAmount(typed.value[currency], currency);
  const [sol, utility] = [read('SOL'), read('UTILITY')];
  const isReady = (sol.amount || utility.amount) && !sol.problem && !utility.problem;
  const allow = () => {
    const until = new Date(now.peek() + Number(days.value) * DAY_MS);
    const allowance = {
      ...(sol.amount && { sol: sol.amount }),
      ...(utility.amount && { utility: utility.amount }),
      until,
    };
    return transaction.run((tote) =>
      account.open ? tote.allow(allowance) : tote.openAccount({ allow: allowance }),
    );
  };
  return (
    <form
      class="stack"
      noValidate
      onSubmit={submitting(() => isReady && transaction.isFree && allow())}
    >
      <div class="form-row">
        {(['SOL', 'UTILITY'] as const).map((currency) => (
          <FormField key={currency} label={`Limit in ${currency}`} error={read(currency).problem}>
            {(attributes) => (
              <input
                {...attributes}
                {...AMOUNT}
                value={typed.value[currency]}
                onInput={({ currentTarget: { value } }) => {
                  typed.value = { ...typed.value, [currency]: value };
                }}
              />
            )}
          </FormField>
        ))}
        <SelectField label="For" options={DURATIONS} {...typedInto(days)} />
      </div>
      <button type="submit" class="button" disabled={!isReady || !transaction.isFree}>
        {isReady ? 'Allow it' : 'Enter an amount'}
      </button>
      <p class="form-hint">
        This replaces the previous limits. Leave a currency empty to allow none of it.
      </p>
    </form>
  );
}

import { useSignal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import type { Bettor } from '@tote/program-client';
import { fromBaseUnits } from '@tote/sdk';
import { Figure } from '../components/figures.tsx';
import { AMOUNT, Button, submitting, typedInto } from '../components/forms.tsx';
import { exactly } from '../format/amounts.ts';
import { bothTimes } from '../format/times.ts';
import { readAmount, toField } from '../ticket/read-amount.ts';
import { closeAccount, isClosable, listForfeits, money, revoke, withdraw } from './actions.ts';
import type { Deployment } from './chain/deployment.ts';
import { type Holdings, hasDelegate } from './chain/holdings.ts';
import { ask } from './confirm.tsx';
import { problem, signer } from './state.ts';

interface Props {
  readonly deployment: Deployment;
  readonly holdings: Holdings;
}

const CURRENCIES = ['SOL', 'UTILITY'] as const;

export function Account({ deployment, holdings }: Props) {
  const { bettor, inWallet } = holdings;
  const inProgram = { SOL: bettor?.available[0] ?? 0n, UTILITY: bettor?.available[1] ?? 0n };
  const show = (units: bigint, currency: Currency) =>
    exactly(fromBaseUnits(units, deployment.decimals[currency]), currency);
  return (
    <section class="stack" aria-labelledby="exit-money">
      <h2 id="exit-money">3. Your money</h2>
      <dl class="board exit-board columns">
        {CURRENCIES.map((currency) => (
          <div key={currency}>
            <dt>{currency} in the program</dt>
            <dd>
              <Figure text={show(inProgram[currency], currency)} />
            </dd>
            <dd class="quiet">in the wallet: {show(inWallet[currency], currency)}</dd>
          </div>
        ))}
      </dl>
      {bettor ? (
        <>
          <div class="columns">
            {CURRENCIES.map((currency) => (
              <Withdraw
                key={`${currency}${inProgram[currency]}`}
                {...{ deployment, holdings, currency }}
                most={inProgram[currency]}
              />
            ))}
          </div>
          <Allowance {...{ deployment, holdings }} />
          <CloseAccount {...{ deployment, holdings }} />
        </>
      ) : (
        <p>This wallet has no account in the program, so there is nothing to withdraw.</p>
      )}
    </section>
  );
}

interface WithdrawProps extends Props {
  readonly currency: Currency;
  readonly most: bigint;
}

function Withdraw({ deployment, holdings, currency, most }: WithdrawProps) {
  const places = deployment.decimals[currency];
  const text = useSignal(toField(fromBaseUnits(most, places)));
  if (most === 0n) return null;
  return (
    <form
      class="sheet stack"
      onSubmit={submitting(() => {
        const read = readAmount(text.value, { currency, decimals: places });
        if (typeof read === 'object') {
          ask(withdraw(deployment, holdings, { currency, units: read.units }));
        } else problem.value = read ?? 'Enter an amount, such as 1.5.';
      })}
    >
      <label>
        <span>{currency} to your wallet</span>
        <input {...AMOUNT} {...typedInto(text)} />
      </label>
      <button type="submit" class="button button-main" disabled={!signer.value}>
        {signer.value ? `Withdraw ${currency}` : 'Choose a wallet that can sign'}
      </button>
    </form>
  );
}

function Allowance({ deployment, holdings }: Props) {
  const { bettor } = holdings;
  if (!bettor || !hasDelegate(bettor)) return <p>Only your wallet can bet with it.</p>;
  const [sol = 0n, utility = 0n] = bettor.allowance;
  return (
    <div class="sheet exit-row">
      <p>
        <code>{bettor.delegate}</code> may bet {money(sol, 'SOL', deployment)} and{' '}
        {money(utility, 'UTILITY', deployment)} of it for you, {until(bettor)}. It cannot withdraw
        anything.
      </p>
      <Button disabled={!signer.value} onClick={() => ask(revoke(deployment, holdings))}>
        Revoke
      </Button>
    </div>
  );
}

/** The program accepts any number of seconds, even beyond the range of dates. */
const YEAR_9999 = 253_402_300_799n;

const until = ({ delegateExpiresAt: seconds }: Bettor): string =>
  seconds > YEAR_9999 ? 'forever' : `until ${bothTimes(Number(seconds) * 1_000)}`;

function CloseAccount({ deployment, holdings }: Props) {
  if (!holdings.bettor) return null;
  const isReady = isClosable(deployment, holdings);
  const forfeits = listForfeits(deployment, holdings);
  const ready = forfeits
    ? `Withdraw ${forfeits} first, or close the account and give it up: SOL goes to the buyback, ` +
      'UTILITY is burned.'
    : 'Your account in the program is empty. You can close it.';
  return (
    <div class="exit-row">
      <p class="quiet">
        {isReady
          ? ready
          : 'When all positions are settled and all money is withdrawn, you can close the account.'}
      </p>
      {isReady && (
        <Button disabled={!signer.value} onClick={() => ask(closeAccount(deployment, holdings))}>
          Close the account
        </Button>
      )}
    </div>
  );
}

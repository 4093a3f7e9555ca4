import type { Account } from '@tote/sdk';
import { Figure } from '../../components/figures.tsx';
import type { WalletFunds } from '../../data/wallet-funds.ts';
import { exactly } from '../../format/amounts.ts';

const CURRENCIES = ['SOL', 'UTILITY'] as const;

/** Where the money is. A balance that could not be read is unknown, never 0. */
export function Balances({ account, funds }: { account: Account; funds: WalletFunds | undefined }) {
  const rows = [
    ['Available balance', account.balances],
    ['In open bets', account.staked],
    ['In your wallet', funds],
  ] as const;
  return (
    <section class="board balances columns" aria-label="Balances">
      {rows.map(([name, amounts]) => (
        <dl key={name}>
          <dt>{name}</dt>
          {CURRENCIES.map((currency) => {
            const amount = amounts?.[currency];
            const text = amount === undefined ? unread(funds) : exactly(amount, currency);
            return (
              <dd key={currency}>
                <Figure text={text} /> <span class="quiet">{currency}</span>
              </dd>
            );
          })}
        </dl>
      ))}
    </section>
  );
}

const unread = (funds: WalletFunds | undefined) => (funds ? 'unknown' : '…');

import { useSignal } from '@preact/signals';
import type { Account, FeedItem } from '@tote/sdk';
import { Button } from '../../components/forms.tsx';
import { lazy } from '../../components/lazy.tsx';
import { Failure } from '../../components/notice.tsx';
import { useFeed } from '../../data/feed.ts';
import { useResource } from '../../data/resource.ts';
import { session } from '../../data/session.ts';
import { useSoon } from '../../data/soon.ts';
import { config, tote } from '../../data/tote.ts';
import { readWalletFunds } from '../../data/wallet-funds.ts';
import { withCurrency } from '../../format/amounts.ts';
import { openConnectDialog } from '../../wallet/connect-dialog.tsx';
import { Allowance } from './allowance.tsx';
import { Balances } from './balances.tsx';
import { MoneyForm } from './money-form.tsx';
import { News, sayNews } from './news.tsx';
import { Positions } from './positions.tsx';
import { ProfitChart } from './profit-chart.tsx';
import { Statement } from './statement.tsx';
import { TransactionSteps, useTransaction } from './use-transaction.tsx';

/** Loaded separately, because few people need them. */
const ApiKeys = lazy(() => import('./api-keys.tsx'), 'ApiKeys');
const Webhooks = lazy(() => import('./webhooks.tsx'), 'Webhooks');

const CURRENCIES = ['SOL', 'UTILITY'] as const;
const PAGE = 100;
/** Events come in groups, so one read follows each group. */
const PAUSE_MS = 200;
const ODDS_PAUSE_MS = 1_000;

export function Portfolio() {
  const { wallet } = session.value ?? {};
  return (
    <div class={wallet ? undefined : 'narrow stack'}>
      <h1>Portfolio</h1>
      {wallet ? <Connected key={wallet} wallet={wallet} /> : <NotConnected />}
    </div>
  );
}

function Connected({ wallet }: { readonly wallet: string }) {
  const account = useResource((signal) => tote.value.getAccount({}, { signal }), [wallet]);
  const record = useResource(
    (signal) => tote.value.getWallet({ address: wallet, limit: PAGE }, { signal }),
    [wallet],
  );
  const funds = useResource(() => readWalletFunds(wallet), [wallet, config.value === undefined]);
  const news = useSignal<readonly string[]>([]);
  const reload = useSoon(() => {
    account.reload();
    record.reload();
    funds.reload();
  }, PAUSE_MS);
  const reloadPayouts = useSoon(record.reload, ODDS_PAUSE_MS);
  useFeed(
    { wallet },
    {
      onEvent(event: FeedItem) {
        const said = sayNews(event, wallet);
        if (said) news.value = [said, ...news.value];
        if (event.type === 'odds.changed') reloadPayouts();
        else reload();
      },
      onGap: reload,
    },
  );
  const error = account.error.value ?? record.error.value;
  const known = account.value.value;
  const results = record.value.value;
  return (
    <div class="portfolio">
      <News news={news.value} />
      {error && <Failure error={error} retry={reload} />}
      {!known && !error && (
        <p class="loading" role="status">
          Loading your account …
        </p>
      )}
      {known && (
        <>
          <Balances account={known} funds={funds.value.value} />
          <div class="columns wide">
            <MoneyForm account={known} funds={funds.value.value} onDone={reload} />
            <div class="stack">
              <Allowance account={known} onDone={reload} />
              <AutoWithdraw account={known} onDone={reload} />
            </div>
          </div>
        </>
      )}
      {results && (
        <>
          <Positions wallet={results} />
          <ProfitChart wallet={results} positions={results.positions} />
        </>
      )}
      <section class="stack" aria-labelledby="records">
        <h2 id="records">Records and access</h2>
        <Statement wallet={wallet} />
        <ApiKeys />
        <Webhooks />
      </section>
    </div>
  );
}

function NotConnected() {
  return (
    <section class="sheet stack">
      <h2>Connect a wallet to see your portfolio</h2>
      <p>
        Here you will see your balances, your open bets and what each would pay, your results, and
        everything that can act for you. You can withdraw and revoke at any time.
      </p>
      <Button class="button button-main" onClick={openConnectDialog}>
        Connect a wallet
      </Button>
    </section>
  );
}

function AutoWithdraw({ account, onDone }: { readonly account: Account; onDone(): void }) {
  const transaction = useTransaction(onDone);
  const { autoWithdraw, open, sweepable } = account;
  if (!open) return null;
  const here = CURRENCIES.filter((currency) => sweepable[currency] !== '0').map((currency) =>
    withCurrency(sweepable[currency], currency),
  );
  return (
    <section class="sheet stack" aria-labelledby="auto-withdraw">
      <h2 id="auto-withdraw">Send winnings to my wallet</h2>
      <p>
        {autoWithdraw
          ? 'Winnings are sent to your wallet automatically. Deposits stay here.'
          : 'Winnings stay here, ready for the next bet.'}
      </p>
      {!autoWithdraw && here.length > 0 && (
        <p>Switching it on also sends your earlier winnings: {here.join(' and ')}.</p>
      )}
      {sweepable.UTILITY !== '0' && (
        <p>UTILITY is sent once your wallet has a token account for it.</p>
      )}
      <Button
        class="switch"
        role="switch"
        aria-checked={autoWithdraw}
        aria-labelledby="auto-withdraw"
        disabled={!transaction.isFree}
        onClick={() => transaction.run((tote) => tote.setAutoWithdraw({ enabled: !autoWithdraw }))}
      >
        {autoWithdraw ? 'On' : 'Off'}
      </Button>
      <TransactionSteps transaction={transaction} />
    </section>
  );
}

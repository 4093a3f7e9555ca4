// Ranks wallets by profit after fees, never by volume, so wash trading does not help.

import type { Currency } from '@tote/domain';
import type { Leader } from '@tote/sdk';
import { Profit } from '../../components/figures.tsx';
import { Choice } from '../../components/forms.tsx';
import { Failure, More } from '../../components/notice.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { joinLists, usePages } from '../../data/pages.ts';
import { useResource } from '../../data/resource.ts';
import { session } from '../../data/session.ts';
import { findDemoName, tote } from '../../data/tote.ts';
import { plainNumber } from '../../format/amounts.ts';
import { shortAddress } from '../../format/words.ts';
import { href, navigate, place } from '../../navigation/router.ts';
import { FindWallet } from './find-wallet.tsx';

const PAGE = 25;
const WINDOWS = { all: 'All time', week: '7 days', day: 'Today (UTC)' } as const;
const CURRENCIES = { SOL: 'SOL', UTILITY: 'UTILITY' } as const;

export function Leaders() {
  const { query } = place.value;
  const window = pick(WINDOWS, query.get('window'), 'all');
  const currency = pick(CURRENCIES, query.get('currency'), 'SOL');
  const leaders = usePages<readonly Leader[] & { readonly nextCursor?: string }>(
    (cursor, signal) =>
      tote.value.getLeaderboard({ window, currency, limit: PAGE, cursor }, { signal }),
    (shown, next) => joinLists(shown, next, ({ bettor }) => bettor),
    [window, currency],
  );
  const go = (change: object) => {
    const next = new URLSearchParams({ window, currency, ...change });
    navigate(`/top?${next}`, { replace: true });
  };
  const rows = leaders.value.value;
  const own = session.value?.wallet;
  return (
    <section class="narrow stack">
      <h1>Leaderboard</h1>
      <p class="quiet">
        By profit after fees: payouts less stakes of decided markets. Never by volume, so wash
        trading doesn’t help.
      </p>
      <div class="row">
        <Choice
          name="Time"
          options={WINDOWS}
          value={window}
          choose={(each) => go({ window: each })}
        />
        <Choice
          name="Currency"
          options={CURRENCIES}
          value={currency}
          choose={(each) => go({ currency: each })}
        />
      </div>
      <FindWallet />
      {leaders.error.value && <Failure error={leaders.error.value} retry={leaders.reload} />}
      {own && rows && !rows.some(({ wallet }) => wallet === own) && (
        <OwnRow {...{ window, currency }} wallet={own} shown={rows.length} />
      )}
      {rows?.length === 0 ? <NobodyYet /> : <Rows rows={rows} own={own} />}
      <More pages={leaders} what="wallets" />
    </section>
  );
}

function pick<T extends string>(
  options: Readonly<Record<T, string>>,
  value: string | null,
  otherwise: T,
): T {
  return value !== null && Object.hasOwn(options, value) ? (value as T) : otherwise;
}

const ROWS_LOADING = 8;

function Rows({ rows, own }: { rows: readonly Leader[] | undefined; own: string | undefined }) {
  return (
    <table class="board leaders" aria-busy={rows === undefined}>
      <TableHead names={['Rank', 'Wallet', 'Profit']} numbers={[0, 2]} />
      <tbody>
        {rows?.map(({ rank, wallet, bettor, profit, currency }) => (
          <tr key={bettor} class={wallet === own ? 'leaders-own' : undefined}>
            <td class="number">{plainNumber(rank)}</td>
            <td>
              <a href={href(`/w/${wallet}`)} title={wallet}>
                {findDemoName(wallet) ?? shortAddress(wallet)}
              </a>
              {wallet === own && ' (you)'}
            </td>
            <td class="number">
              <Profit amount={profit} currency={currency} />
            </td>
          </tr>
        )) ?? Array.from({ length: ROWS_LOADING }, (_, index) => <LoadingRow key={index} />)}
      </tbody>
    </table>
  );
}

const LoadingRow = () => (
  <tr class="quiet">
    <td>…</td>
    <td />
    <td />
  </tr>
);

function NobodyYet() {
  return (
    <div class="empty">
      <p>No results yet. Profits count once a market has paid out.</p>
      <a class="button" href={href('/')}>
        See the markets
      </a>
    </div>
  );
}

interface OwnRowProps {
  readonly wallet: string;
  /** How many wallets the list has. */
  readonly shown: number;
  readonly window: 'day' | 'week' | 'all';
  readonly currency: Currency;
}

/** The connected wallet, if the list lacks it: it has no rank, and a profit of all time only. */
function OwnRow({ wallet, shown, window, currency }: OwnRowProps) {
  const { value } = useResource(
    (signal) => tote.value.getWallet({ address: wallet, limit: 1 }, { signal }),
    [wallet],
  );
  const profit = window === 'all' ? value.value?.results[currency].profit : undefined;
  return (
    <p class="board own-row">
      <span class="figure">–</span>
      <span>
        <a href={href(`/w/${wallet}`)}>You</a>
        <span class="quiet"> not in the top {shown}</span>
      </span>
      {profit && <Profit amount={profit} currency={currency} />}
    </p>
  );
}

// The bettors with the highest profits, by an index of each window.
import { type Currency, currencyToCode } from '@tote/domain';
import type { Db } from '../store.ts';
import { formatCursor, invalidCursor, parseCursor, toInteger } from './list-cursor.ts';

export const WINDOWS = ['day', 'week', 'all'] as const;
type Window = (typeof WINDOWS)[number];

export interface LeaderPage {
  readonly window: Window;
  readonly currency: Currency;
  readonly limit: number;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string;
}

interface Leader {
  /** 1 is the first. */
  readonly rank: number;
  /** The account, if the wallet is not known yet. */
  readonly wallet: string;
  readonly bettor: string;
  readonly profit: bigint;
}

export interface LeaderList {
  readonly leaders: readonly Leader[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Equal profits are in the order of the accounts' addresses. */
export async function listLeaders(db: Db, page: LeaderPage, today: bigint): Promise<LeaderList> {
  const last = page.cursor === undefined ? undefined : readCursor(page.cursor, page);
  const most = page.limit + 1;
  const tied = last
    ? await select(db, page, today)
        .where(PROFITS[page.window], '=', last.profit)
        .where('profits.bettor', '>', last.bettor)
        .orderBy('profits.bettor')
        .limit(most)
        .execute()
    : [];
  let below = select(db, page, today);
  if (last) below = below.where(PROFITS[page.window], '<', last.profit);
  const others = await below
    .orderBy(PROFITS[page.window], 'desc')
    .orderBy('profits.bettor')
    .limit(most - tied.length)
    .execute();
  const rows = [...tied, ...others];
  const leaders = rows.slice(0, page.limit).map(({ wallet, ...row }, index) => ({
    ...row,
    wallet: wallet ?? row.bettor,
    rank: (last?.rank ?? 0) + index + 1,
  }));
  const end = rows.length > page.limit ? leaders.at(-1) : undefined;
  return { leaders, nextCursor: end ? writeCursor(page, end) : null };
}

const PROFITS = {
  day: 'profits.day_profit',
  week: 'profits.week_profit',
  all: 'profits.profit',
} as const satisfies Record<Window, string>;

function select(db: Db, { window, currency }: LeaderPage, today: bigint) {
  const query = db
    .selectFrom('profits')
    .leftJoin('bettors', 'bettors.address', 'profits.bettor')
    .select(['profits.bettor', 'wallet', `${PROFITS[window]} as profit`])
    .where('currency', '=', BigInt(currencyToCode(currency)));
  if (window === 'day') return query.where('day', '=', today);
  return window === 'week' ? query.where('week_from', 'is not', null) : query;
}

type Place = Pick<Leader, 'profit' | 'bettor' | 'rank'>;

const BETTOR = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function writeCursor({ window, currency }: LeaderPage, { profit, bettor, rank }: Place): string {
  return formatCursor([window, currency, String(profit), bettor, rank]);
}

function readCursor(text: string, { window, currency }: LeaderPage): Place {
  const [ofWindow, ofCurrency, profit, bettor, rank, ...rest] = parseCursor(text);
  const isPlace = typeof bettor === 'string' && BETTOR.test(bettor) && rest.length === 0;
  if (!isPlace || !Number.isSafeInteger(rank) || Number(rank) < 1) throw invalidCursor();
  if (ofWindow !== window || ofCurrency !== currency) throw invalidCursor('from another list');
  return { profit: toInteger(profit), bettor, rank: Number(rank) };
}

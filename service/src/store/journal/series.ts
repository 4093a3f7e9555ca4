// Series: templates of markets that the keeper opens again and again. Their rounds are markets.
import { randomInt } from 'node:crypto';
import type { Address } from '@solana/kit';
import { type Cadence, type Currency, type UnixSeconds, unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { listRows, toInstant } from '../statements.ts';
import type { Db } from '../store.ts';

type Row = JournalTables['series'];

export interface SeriesTemplate {
  /** With `{start}` and `{end}`, as values of the condition too. */
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly condition?: unknown;
  readonly currency: Currency;
  readonly cadence: Cadence;
  readonly opensBeforeStart: number;
  readonly closesAfterStart: number;
  readonly initialStakes?: readonly {
    readonly outcome: 'Yes' | 'No';
    readonly amount: { readonly text: string; readonly isJsonNumber: boolean };
  }[];
  readonly decidedBy: string;
  readonly firstStart: UnixSeconds;
}

export type Series = Readonly<ReturnType<typeof toSeries>>;

const LISTED_MAX = 100;

export async function insertSeries(
  db: Db,
  series: Pick<Series, 'id' | 'wallet' | 'template' | 'createdAt' | 'reached'>,
): Promise<void> {
  const { id, wallet, template, createdAt, reached } = series;
  const times = { created_at: BigInt(createdAt), reached: BigInt(reached) };
  const row = { id, wallet, template: JSON.stringify(template), ...times, missed: 0n };
  await bulkInsert(db, 'series', [row]);
}

export async function findSeries(db: Db, id: string): Promise<Series | undefined> {
  const row = await db.selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSeries(row);
}

/** The series that a market is a round of. Another replica may have made it just now. */
export async function findSeriesId(
  db: Db,
  { creator, nonce }: { readonly creator: string; readonly nonce: bigint },
): Promise<string | undefined> {
  const id = seriesOfNonce(nonce);
  const series = id === undefined ? undefined : await findSeries(db, id);
  return series?.wallet === creator ? id : undefined;
}

/** Those that run, then the ones that were stopped last. */
export async function listSeries(db: Db): Promise<Series[]> {
  const rows = await listRows<Row>(db)`select * from series
    order by coalesce(stopped_at, ${2n ** 62n}) desc, created_at desc, id
    limit ${BigInt(LISTED_MAX)}`;
  return rows.map(toSeries);
}

export async function listRunningSeries(db: Db): Promise<Series[]> {
  const rows = await listRows<Row>(db)`select * from series where stopped_at is null order by id`;
  return rows.map(toSeries);
}

export async function listSeriesOwners(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('series').select(['id', 'wallet']).execute();
  return new Map(rows.map(({ id, wallet }) => [id, wallet]));
}

/** Without effect if another replica has moved it on. */
export async function moveSeries(
  db: Db,
  { id, reached }: Pick<Series, 'id' | 'reached'>,
  to: { readonly reached: UnixSeconds; readonly missed: number },
): Promise<void> {
  await sql`update series set reached = ${BigInt(to.reached)},
    missed = missed + ${BigInt(to.missed)}
    where id = ${id} and reached = ${BigInt(reached)}`.execute(db);
}

/** One that was stopped before stays as it is. */
export async function stopSeries(db: Db, id: string, at: UnixSeconds): Promise<void> {
  await sql`update series set stopped_at = ${BigInt(at)}
    where id = ${id} and stopped_at is null`.execute(db);
}

function toSeries(row: Row) {
  return {
    id: row.id,
    /** The creator of its rounds, whose account has the stakes. */
    wallet: row.wallet as Address,
    template: JSON.parse(row.template) as SeriesTemplate,
    createdAt: unixSeconds(row.created_at),
    stoppedAt: toInstant(row.stopped_at),
    /** The start of the last round that was opened or skipped. */
    reached: unixSeconds(row.reached),
    missed: Number(row.missed),
  };
}

// The id of a series, and the nonces of its rounds: the id's digits, then the start in minutes. So
// the address of a round follows from series and start, and the chain takes each only once.

/** The first digit is at least 8: nonces in that range are of no other market of the service. */
export const SERIES_ID = /^series_[89a-f][0-9a-f]{6}$/;
const DIGITS_FROM = 'series_'.length;
const START_BITS = 32n;
const SECONDS_PER_MINUTE = 60n;

export const createSeriesId = (): string => `series_${randomInt(2 ** 27, 2 ** 28).toString(16)}`;

const firstNonce = (id: string): bigint => BigInt(`0x${id.slice(DIGITS_FROM)}`) << START_BITS;

export const noncesOf = (id: string) => ({
  first: firstNonce(id),
  last: firstNonce(id) + (1n << START_BITS) - 1n,
});

/** Those of all rounds, whatever their series. */
export const ROUND_NONCES = { first: 1n << 59n, last: (1n << 60n) - 1n };

export const nonceOf = (id: string, startsAt: UnixSeconds): bigint =>
  firstNonce(id) + BigInt(startsAt) / SECONDS_PER_MINUTE;

/** It is a round only if the owner of the series has created it: anybody may use the nonce. */
export const seriesOfNonce = (nonce: bigint): string | undefined =>
  nonce >> 59n === 1n ? `series_${(nonce >> START_BITS).toString(16)}` : undefined;

// Up to which event of the feed all transactions are final. The feed has a row for each step: it
// says up to which event, instead of naming the transactions, of which there may be thousands.
import { sql } from 'kysely';
import { type FeedRow, findFeedBounds, lockFeed } from './journal/feed.ts';
import { getSetting, setSetting } from './journal/settings.ts';
import { findNewestSlot } from './projection/transactions.ts';
import { findRow } from './statements.ts';
import type { Db } from './store.ts';

export interface FinalizedData {
  readonly after: string;
  readonly upTo: string;
  readonly dropped: readonly string[];
}

interface Finality {
  readonly upTo: string;
  /** The newest row of the feed when the last step was written: the row of the step itself. */
  readonly seen: string;
  readonly candidates: readonly { upTo: string; slot: string }[];
  readonly dropped: readonly string[];
}

const SETTING = 'feed-finality';
const NONE: Finality = { upTo: '0', seen: '0', candidates: [], dropped: [] };
/** More are waited for only while the chain finalizes nothing. */
const CANDIDATES_MAX = 32;

/** The next step, if this slot being final makes one. The caller writes it to the feed. */
export async function advanceFinality(db: Db, slot: bigint): Promise<FinalizedData | undefined> {
  // Another replica must change neither this nor the feed between what is read and what is written.
  await lockFeed(db);
  const known = await readFinality(db);
  const candidates = [...known.candidates];
  // In this order: the transactions of all events up to the newest are in the table then.
  const { newest } = await findFeedBounds(db);
  const isNew = newest > BigInt(candidates.at(-1)?.upTo ?? known.seen);
  const newestSlot = isNew ? await findNewestSlot(db) : undefined;
  if (newestSlot !== undefined && candidates.length < CANDIDATES_MAX) {
    candidates.push({ upTo: String(newest), slot: String(newestSlot) });
  }
  const due = candidates.filter((one) => BigInt(one.slot) <= slot).at(-1);
  if (!due) {
    if (newestSlot !== undefined) await writeFinality(db, { ...known, candidates });
    return undefined;
  }
  await writeFinality(db, {
    upTo: due.upTo,
    // The row that the caller writes is the next one.
    seen: String(newest + 1n),
    candidates: candidates.slice(candidates.indexOf(due) + 1),
    dropped: [],
  });
  return { after: known.upTo, upTo: due.upTo, dropped: known.dropped };
}

export async function recordDropped(db: Db, signatures: readonly string[]): Promise<void> {
  await lockFeed(db);
  const known = await readFinality(db);
  await writeFinality(db, { ...known, dropped: [...known.dropped, ...signatures] });
}

export async function findFinalAt(db: Db, position: bigint): Promise<bigint> {
  // In this order: a step that is written in between is found.
  const { upTo } = await readFinality(db);
  const next = await findStep(db, sql`id > ${position} order by id`);
  return BigInt(next ? (JSON.parse(next.data) as FinalizedData).after : upTo);
}

export const findLastStep = (db: Db, { after, upTo }: { after: bigint; upTo: bigint }) =>
  findStep(db, sql`id > ${after} and id <= ${upTo} order by id desc`);

const findStep = (db: Db, where: ReturnType<typeof sql>) =>
  findRow<FeedRow>(db)`select * from feed
    where type = 'transaction.finalized' and ${where} limit 1`;

async function readFinality(db: Db): Promise<Finality> {
  const text = await getSetting(db, SETTING);
  return text === undefined ? NONE : JSON.parse(text);
}

const writeFinality = (db: Db, finality: Finality): Promise<void> =>
  setSetting(db, SETTING, JSON.stringify(finality));

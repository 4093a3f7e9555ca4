import type { Address } from '@solana/kit';
import {
  decodeLanded,
  findFirstSequence,
  listMarketsOf,
  shapeOf,
} from '@tote/chain/history/decode-landed';
import { expectedEvent, marketOf } from '@tote/chain/history/market-of';
import {
  type EventChange,
  type MarketShape,
  marketOfChange,
  type ProgramChange,
} from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { type Currency, DomainError } from '@tote/domain';
import { appendFeed } from '../feed/event-group.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import type { MarketCache } from '../store/projection/market-cache.ts';
import type { MarketRow } from '../store/projection/market-view.ts';
import { lockMarkets } from '../store/projection/save-markets.ts';
import { insertTransactions } from '../store/projection/transactions.ts';
import type { Db } from '../store/store.ts';
import {
  applyAccountChanged,
  applyBettorClosed,
  applyConfigChanged,
} from './apply/account-changed.ts';
import { announceOdds, applyBetsPlaced } from './apply/bets-placed.ts';
import { applyBoughtBack, applyFeesCollected, applyMarketClosed } from './apply/market-closed.ts';
import { applyMarketCreated } from './apply/market-created.ts';
import {
  applyMarketRefunded,
  applyMarketResolved,
  applyMarketVetoed,
} from './apply/market-ended.ts';
import { applyPositionsSettled } from './apply/positions-settled.ts';
import { type ApplyContext, Batch, nameWallets } from './batch.ts';
import { Contradiction, EventMissing, OutOfOrder } from './problems.ts';

export interface IngestedTransaction extends LandedTransaction {
  readonly changes?: readonly EventChange[];
}

interface AppliedTransaction {
  readonly landed: LandedTransaction;
  readonly changes: readonly EventChange[];
}

export interface GroupContext {
  readonly programAddress: Address;
  readonly decimals: Readonly<Record<Currency, number>>;
  readonly cache: MarketCache;
  readonly ownBettors: ReadonlyMap<Address, Address>;
  readonly hasFeed: boolean;
  readonly isOrdered: boolean;
  readonly nowMs: number;
  /** Apply again, but only changes of this market, whose rows were deleted. */
  readonly only?: Address;
  isHalted(marketId: string): boolean;
  isCounted(bettorDay: string): boolean;
  findReconciled(signature: string, instruction: number): EventChange | undefined;
  /** Journal writes for the same SQL transaction. Gives events for the feed. */
  record?(
    db: Db,
    applied: readonly AppliedTransaction[],
    group: readonly LandedTransaction[],
  ): Promise<readonly NewFeedEvent[]>;
}

export interface AppliedGroup {
  readonly markets: readonly MarketRow[];
  readonly applied: readonly AppliedTransaction[];
  readonly hasFeedEvents: boolean;
  readonly counted: readonly string[];
}

/** Idempotent: the replica that inserts a transaction's row applies it, all others skip it. */
export async function applyGroup(
  db: Db,
  group: readonly IngestedTransaction[],
  context: GroupContext,
): Promise<AppliedGroup> {
  const isNew = await insertTransactions(db, group.map(toRow));
  const selected = context.only ? group : selectNew(group, isNew);
  const ordered = context.isOrdered ? selected : sortByOrder(selected, context.programAddress);
  const batch = new Batch(db, context.decimals, await loadMarkets(db, ordered, context));
  const applied: AppliedTransaction[] = [];
  for (const landed of ordered) {
    const changes = listChanges(landed, batch, context);
    for (const change of changes) await applyOrContradict({ batch, landed }, change);
    applied.push({ landed, changes: changes as EventChange[] });
  }
  await batch.flush();
  announceOdds(batch);
  const ofSenders = (await context.record?.(db, applied, group)) ?? [];
  const counted = await batch.tally.write(db, context.isCounted);
  const { hasFeed, isOrdered } = context;
  const feedEvents = hasFeed
    ? await nameWallets(db, batch.feedEvents, { ofSenders, isOrdered })
    : [];
  if (feedEvents.length > 0) await appendFeed(db, feedEvents, context.nowMs);
  const hasFeedEvents = feedEvents.length > 0;
  return { markets: batch.changedMarkets(), applied, hasFeedEvents, counted };
}

/** Amounts that the domain refuses, such as an overflow of the pools, are contradictions too. */
async function applyOrContradict(context: ApplyContext, change: ProgramChange): Promise<void> {
  try {
    await applyChange(context, change);
  } catch (error) {
    const market = marketOfChange(change);
    const isRefused = error instanceof RangeError || isPoolOverflow(error);
    if (!isRefused || !market) throw error;
    const { signature } = context.landed;
    throw new Contradiction(signature, marketIdOf(market), (error as Error).message);
  }
}

const isPoolOverflow = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'pool_overflow';

const toRow = ({ signature, slot, blockTime, error }: LandedTransaction) => ({
  signature,
  slot,
  block_time: blockTime,
  error: error && JSON.stringify(error),
});

/** A group may contain a transaction twice: from the loop and from its sender. */
const selectNew = (group: readonly IngestedTransaction[], isNew: Set<string>) =>
  group.filter(({ signature }) => isNew.delete(signature));

/** Within a slot the sequence of a market's events gives the order; between markets it is free. */
function sortByOrder(group: readonly IngestedTransaction[], programAddress: Address) {
  if (group.length < 2 || !group.some((landed) => isStrict(landed, programAddress))) return group;
  const keyed = group.map((landed) => ({
    landed,
    sequence: findFirstSequence(landed, programAddress) ?? 0n,
  }));
  keyed.sort((a, b) => {
    const order = a.landed.slot - b.landed.slot || a.sequence - b.sequence;
    return order < 0n ? -1 : order > 0n ? 1 : 0;
  });
  return keyed.map(({ landed }) => landed);
}

/** Bets of a market can be applied in any order, other events only in sequence. */
function isStrict(landed: LandedTransaction, programAddress: Address): boolean {
  return landed.instructions.some(
    (one) =>
      one.programAddress === programAddress &&
      marketOf(one) !== undefined &&
      expectedEvent(one) !== 'BetsPlaced',
  );
}

async function loadMarkets(
  db: Db,
  group: readonly IngestedTransaction[],
  { programAddress, cache }: GroupContext,
): Promise<MarketRow[]> {
  const ids = new Set(
    group.flatMap((landed) =>
      landed.changes
        ? landed.changes.flatMap((change) => marketOfChange(change) ?? [])
        : listMarketsOf(landed, programAddress),
    ),
  );
  const rows: MarketRow[] = [];
  const unknown: string[] = [];
  for (const market of ids) {
    const id = marketIdOf(market);
    const row = cache.findRow(id);
    if (row) rows.push(row);
    else unknown.push(id);
  }
  return [...rows, ...(await lockMarkets(db, unknown))];
}

function listChanges(landed: IngestedTransaction, batch: Batch, context: GroupContext) {
  const changes = landed.changes ?? decode(landed, batch, context);
  return changes.filter((change) => {
    const market = marketOfChange(change);
    if (context.only) return market === context.only;
    return market === undefined || !context.isHalted(marketIdOf(market));
  });
}

function decode(landed: LandedTransaction, batch: Batch, context: GroupContext): ProgramChange[] {
  const { programAddress, ownBettors } = context;
  const findMarketShape = (market: Address): MarketShape | undefined => {
    const row = batch.findMarket(market);
    return row && shapeOf({ flags: Number(row.flags), source: Number(row.source) });
  };
  const findOwnBettor = (wallet: Address) => ownBettors.get(wallet);
  const decoded = decodeLanded(landed, { programAddress, findMarketShape, findOwnBettor });
  return decoded.map((change) =>
    change.name === 'missing'
      ? (context.findReconciled(landed.signature, change.instruction) ?? change)
      : change,
  );
}

/** Changes the batch. After an error of `problems.ts` the batch must be discarded. */
async function applyChange(context: ApplyContext, change: ProgramChange): Promise<void> {
  await (APPLY[change.name] as Apply<typeof change.name>)(context, change as never);
}

type Apply<Name> = (
  context: ApplyContext,
  change: Extract<ProgramChange, { readonly name: Name }>,
) => Promise<void> | void;

const APPLY: { readonly [Name in ProgramChange['name']]: Apply<Name> } = {
  BettorOpened: ({ batch }, { event: { bettor: address, wallet } }) => {
    batch.bettors.push({ address, wallet });
  },
  BettorGrown: () => {},
  BettorClosed: applyBettorClosed,
  Deposited: applyAccountChanged,
  Withdrawn: applyAccountChanged,
  DelegateSet: applyAccountChanged,
  MarketCreated: applyMarketCreated,
  BetsPlaced: applyBetsPlaced,
  MarketResolved: applyMarketResolved,
  MarketVetoed: applyMarketVetoed,
  MarketRefunded: applyMarketRefunded,
  PositionsSettled: applyPositionsSettled,
  MarketClosed: applyMarketClosed,
  FeesCollected: applyFeesCollected,
  BoughtBack: applyBoughtBack,
  Initialized: () => {},
  ConfigAnnounced: applyConfigChanged,
  ConfigApplied: applyConfigChanged,
  ConfigCancelled: applyConfigChanged,
  KeysDisabled: applyConfigChanged,
  missing({ batch, landed }, { market, instruction }) {
    throw new EventMissing(landed.signature, instruction, market && batch.findMarket(market));
  },
  unknown_market({ landed }, { market }) {
    throw new OutOfOrder(landed.signature, marketIdOf(market), 'bets before the market');
  },
};

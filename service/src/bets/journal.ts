// Stores groups of bets and their transactions before they are sent: one SQL transaction for the
// ids, the Idempotency-Keys and the signed bytes.
import { delegatedBetId } from '@tote/chain/ids';
import type { SignedTransaction } from '@tote/chain/landing';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { DomainError, LIMITS, outcomeToCode } from '@tote/domain';
import {
  allocateBetIds,
  counterName,
  type KnownCounters,
  type WantedIds,
} from '../store/journal/bet-counters.ts';
import { findDecidedMarkets } from '../store/journal/decided-markets.ts';
import { claimRequests, moveRequest, type NewRequest } from '../store/journal/requests.ts';
import {
  findOldestPending,
  newBetRow,
  type SubmittedBetRow,
} from '../store/journal/submitted-bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import { type Submission, storeSubmissions, withSigned } from '../submissions/submission.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import type { KnownBettor } from './bettor-cache.ts';
import type { WantedBet } from './context.ts';
import type { BetTicket } from './ticket.ts';

/** The program remembers the last 256 ids. With this limit no pending bet drops out of them. */
const ID_SPREAD_MAX = 192n;
const RETRY_SECONDS = 1;

export interface QueuedBet {
  readonly wanted: WantedBet;
  readonly ticket: BetTicket;
}

/** A bet in the journal. After a restart it has no `wanted` and no `ticket`. */
export interface StoredBet {
  readonly row: SubmittedBetRow;
  readonly market: MarketView;
  /** The slot where its position probably is. */
  readonly slot: number;
  readonly slotCount: number;
  readonly wanted?: WantedBet;
  readonly ticket?: BetTicket;
}

/** Bets in one transaction, of one market or of several. */
export interface BetGroup extends Submission {
  readonly kind: 'place-bets';
  readonly bets: readonly StoredBet[];
}

export function toGroup(
  bets: readonly StoredBet[],
  signed: SignedTransaction,
  createdAt: bigint,
): BetGroup {
  const [first] = bets;
  const isOneMarket = bets.every(({ market }) => market.id === first?.market.id);
  const marketId = (isOneMarket && first?.market.id) || null;
  const group: BetGroup = { kind: 'place-bets', marketId, bets, signed, createdAt };
  return withSigned(group, signed, createdAt);
}

/** One instruction of a group. */
export interface MarketBets<Bet extends StoredBet = StoredBet> {
  readonly market: MarketView;
  readonly bets: Bet[];
}

/** The instructions of a group, in their order: a market comes where its first bet is. */
export function listByMarket<Bet extends StoredBet>(bets: readonly Bet[]): MarketBets<Bet>[] {
  const byMarket = new Map<string, MarketBets<Bet>>();
  for (const bet of bets) {
    const known = byMarket.get(bet.market.id);
    if (known) known.bets.push(bet);
    else byMarket.set(bet.market.id, { market: bet.market, bets: [bet] });
  }
  return [...byMarket.values()];
}

/** Bets that go into one transaction. */
export interface GroupToStore {
  readonly bets: readonly QueuedBet[];
  sign(bets: readonly StoredBet[]): SignedTransaction;
}

export interface JournalOptions {
  readonly crash: CrashPoints;
  /** Unix seconds, the chain's time. */
  readonly now: bigint;
  /** Unix seconds, wall time. */
  readonly wallSeconds: bigint;
  /** Whether a transaction that is pending in the database is decided, and its rows follow. */
  isDecided(signature: string): boolean;
  /** Cached counters, for a process that allocates nearly all ids itself. */
  readonly counters?: KnownCounters;
}

export interface JournaledGroup {
  /** Undefined if no bet remained. */
  readonly group?: BetGroup;
  /** Their Idempotency-Key belongs to another request. */
  readonly taken: readonly QueuedBet[];
  readonly refused: readonly { readonly bet: QueuedBet; readonly error: DomainError }[];
}

interface Numbered {
  readonly bet: QueuedBet;
  readonly id: bigint;
  readonly betId: string;
}

/** Needs as many statements for several groups as for one. */
export async function journalGroups(
  db: Db,
  groups: readonly GroupToStore[],
  options: JournalOptions,
): Promise<JournaledGroup[]> {
  // In the SQL transaction that stores the signed bets, so that no earlier decision is missed.
  const decided = await findDecidedMarkets(db, listOracleMarkets(groups));
  const isOpen = ({ wanted }: QueuedBet) => !decided.has(wanted.market.id);
  const open = groups.flatMap(({ bets }) => bets).filter(isOpen);
  const numbered = await numberBets(db, open, options.counters);
  const far = await findTooFar(db, numbered, options.isDecided);
  const near = far.size === 0 ? numbered : numbered.filter((one) => !far.has(one));
  const claimed = await claimKeys(db, near, options.wallSeconds);
  options.crash.reach('while storing');
  const numbers = new Map(numbered.map((one) => [one.bet, one]));
  const journaled = groups.map((group) => {
    const ours = group.bets.flatMap((bet) => numbers.get(bet) ?? []);
    const journaled = signGroup(ours, { far, claimed }, group.sign, options.now);
    const refused = group.bets.filter((bet) => !isOpen(bet)).map(refuseDecided);
    return { ...journaled, refused: [...refused, ...journaled.refused] };
  });
  const sent = journaled.filter(({ group }) => group !== undefined);
  if (sent.length === 0) return journaled;
  await storeSubmissions(
    db,
    sent.map(({ group }) => group as BetGroup),
  );
  return journaled;
}

function listOracleMarkets(groups: readonly GroupToStore[]): string[] {
  const markets = new Map<string, MarketView>();
  for (const { bets } of groups) {
    for (const { wanted } of bets) markets.set(wanted.market.id, wanted.market);
  }
  return [...markets.values()].filter(isOracleMarket).map(({ id }) => id);
}

/** The result is recorded in the journal, though the market is not resolved yet. */
function refuseDecided(bet: QueuedBet) {
  return { bet, error: new DomainError('condition_already_met') };
}

function signGroup(
  numbered: readonly Numbered[],
  { far, claimed }: { far: ReadonlySet<Numbered>; claimed: ReadonlySet<Numbered> },
  sign: GroupToStore['sign'],
  now: bigint,
): JournaledGroup {
  const refused = numbered
    .filter((one) => far.has(one))
    .map(({ bet }) => ({
      bet,
      error: new DomainError('rate_limited', { seconds: RETRY_SECONDS }),
    }));
  const taken = numbered.filter((one) => !far.has(one) && !claimed.has(one)).map(({ bet }) => bet);
  const unsigned = numbered.filter((one) => claimed.has(one)).map((one) => toStoredBet(one, now));
  if (unsigned.length === 0) return { taken, refused };
  return { group: toGroup(unsigned, sign(unsigned), now), taken, refused };
}

async function numberBets(
  db: Db,
  queued: readonly QueuedBet[],
  counters: KnownCounters | undefined,
): Promise<Numbered[]> {
  const wanted = new Map<string, WantedIds>();
  for (const { bettor } of queued.map((bet) => bet.wanted)) {
    const name = counterName(bettor.address, bettor.epoch);
    const count = (wanted.get(name)?.count ?? 0) + 1;
    const { epoch, highestBetId: above } = bettor;
    wanted.set(name, { bettor: bettor.address, epoch, count, above });
  }
  const next = new Map(await allocateBetIds(db, [...wanted.values()], counters));
  return queued.map((bet) => {
    const { address, epoch } = bet.wanted.bettor;
    const name = counterName(address, epoch);
    const id = next.get(name) as bigint;
    next.set(name, id + 1n);
    if (id > BigInt(LIMITS.betIdMax)) throw new RangeError(`the ids of ${name} are used up`);
    return { bet, id, betId: delegatedBetId(address, epoch, id) };
  });
}

/**
 * Bets whose id is too far above the oldest pending one of their bettor. Queries only when the
 * cached floor does not suffice: about once in `ID_SPREAD_MAX` bets.
 */
async function findTooFar(
  db: Db,
  numbered: readonly Numbered[],
  isDecided: JournalOptions['isDecided'],
): Promise<Set<Numbered>> {
  const bettorOf = ({ bet }: Numbered): KnownBettor => bet.wanted.bettor;
  const isFar = (one: Numbered) => {
    const { floor } = bettorOf(one);
    return floor === undefined || one.id - floor > ID_SPREAD_MAX;
  };
  const far = numbered.filter(isFar);
  if (far.length === 0) return new Set();
  // For all bettors at once, so that the next groups need no queries for the others.
  const bettors = [...new Set(numbered.map(bettorOf))];
  const addresses = [...new Set(bettors.map(({ address }) => address))];
  const pending = await findOldestPending(db, addresses, isDecided);
  const oldest = new Map(pending.map((row) => [counterName(row.bettor, row.epoch), row.oldest]));
  for (const bettor of bettors) {
    const firstOfGroup = numbered.find((one) => bettorOf(one) === bettor)?.id;
    bettor.floor = oldest.get(counterName(bettor.address, bettor.epoch)) ?? firstOfGroup;
  }
  return new Set(far.filter(isFar));
}

/** Bets that are the first with their key, or have none. */
async function claimKeys(
  db: Db,
  numbered: readonly Numbered[],
  createdAt: bigint,
): Promise<ReadonlySet<Numbered>> {
  const requests: NewRequest[] = [];
  const lost = new Set<string>();
  for (const { bet, betId } of numbered) {
    const { request, wallet } = bet.wanted;
    if (!request) continue;
    const named = { wallet, idempotencyKey: request.key };
    if (request.takesOver === undefined) {
      requests.push({ ...named, requestHash: request.hash, reference: betId, createdAt });
    } else if (!(await moveRequest(db, named, request.takesOver, betId))) {
      lost.add(betId);
    }
  }
  const claimed = await claimRequests(db, requests);
  for (const { reference } of requests) if (!claimed.has(reference)) lost.add(reference);
  return new Set(numbered.filter(({ betId }) => !lost.has(betId)));
}

function toStoredBet({ bet, id }: Numbered, now: bigint): StoredBet {
  const { wanted, ticket } = bet;
  const { bettor, market } = wanted;
  const row = newBetRow(
    {
      wallet: wanted.wallet,
      bettor: bettor.address,
      epoch: bettor.epoch,
      id_number: id,
      market_id: market.id,
      outcome: BigInt(outcomeToCode(wanted.outcome)),
      amount: wanted.amount,
      idempotency_key: wanted.request?.key ?? null,
    },
    now,
  );
  const slot = bettor.slots.get(market.address) ?? bettor.freeSlot;
  return { row, market, slot, slotCount: bettor.slotCount, wanted, ticket };
}

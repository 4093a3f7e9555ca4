// Stores groups of bets before they are sent, in one SQL transaction.
import type { SignedTransaction } from '@tote/chain/landing';
import { Batcher } from '@tote/chain/lib/batcher';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { DomainError, LIMITS, outcomeToCode } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import { findDecidedMarkets } from '../store/journal/evidence.ts';
import { claimRequests, moveRequest, type NewRequest } from '../store/journal/requests.ts';
import {
  allocateBetIds,
  counterName,
  findOldestPending,
  type KnownCounters,
  newBetRow,
  type WantedIds,
} from '../store/journal/submitted-bets.ts';
import type { Db } from '../store/store.ts';
import { storeSubmissions } from '../submissions/submission.ts';
import { type BetGroup, type StoredBet, toGroup, type WantedBet } from './bet.ts';
import type { BetContext } from './bettor-cache.ts';

/** The program remembers the last 256 ids. With this limit no pending bet drops out of them. */
const ID_SPREAD_MAX = 192n;
const RETRY = { seconds: 1 };
const GROUPS_MAX = 16;
const COUNTERS_MAX = 10_000;

interface GroupToStore {
  readonly bets: readonly WantedBet[];
  sign(bets: readonly StoredBet[]): SignedTransaction;
}

interface JournaledGroup {
  readonly group?: BetGroup;
  readonly refused: readonly { readonly bet: WantedBet; readonly error: DomainError | 'taken' }[];
}

export type JournalQueue = Batcher<GroupToStore, JournaledGroup>;

interface JournalOptions extends BetContext {
  /** Whether a transaction that is pending in the database is decided, and its rows follow. */
  isDecided(signature: string): boolean;
}

/** Groups that arrive during one commit share the next one. */
export function createJournalQueue(options: JournalOptions): JournalQueue {
  const { store, crash } = options;
  const counters = new LRUCache<string, bigint>({ max: COUNTERS_MAX });
  return new Batcher({
    atOnce: 1,
    take: GROUPS_MAX,
    run: (groups) => {
      crash.reach('before storing');
      return store.write((db) => journalGroups(db, groups, options, counters));
    },
  });
}

/** Needs as many statements for several groups as for one. */
async function journalGroups(
  db: Db,
  groups: readonly GroupToStore[],
  { chain, crash, wallMs, isDecided }: JournalOptions,
  counters: KnownCounters,
): Promise<JournaledGroup[]> {
  const now = BigInt(chain.clock.now());
  // In the SQL transaction that stores the signed bets, so that no earlier decision is missed.
  const wanted = groups.flatMap(({ bets }) => bets);
  const byOracle = wanted.filter(({ market }) => isOracleMarket(market));
  const ids = new Set(byOracle.map(({ market }) => market.id));
  const decided = await findDecidedMarkets(db, [...ids]);
  const open = wanted.filter(({ market }) => !decided.has(market.id));
  const stored = await numberBets(db, open, counters, now);
  const far = await findTooFar(db, stored, isDecided);
  const near = far.size === 0 ? stored : stored.filter((bet) => !far.has(bet));
  const taken = await claimKeys(db, near, BigInt(Math.floor(wallMs() / 1_000)));
  crash.reach('while storing');
  const byWanted = new Map(stored.map((bet) => [bet.wanted, bet]));
  const journaled = groups.map(({ bets, sign }): JournaledGroup => {
    const refused: { bet: WantedBet; error: DomainError | 'taken' }[] = [];
    const signed: StoredBet[] = [];
    for (const bet of bets) {
      const one = byWanted.get(bet);
      // The result is recorded in the journal, though the market is not resolved yet.
      if (!one) refused.push({ bet, error: new DomainError('condition_already_met') });
      else if (far.has(one)) refused.push({ bet, error: new DomainError('rate_limited', RETRY) });
      else if (taken.has(one)) refused.push({ bet, error: 'taken' });
      else signed.push(one);
    }
    if (signed.length === 0) return { refused };
    return { group: toGroup(signed, sign(signed), now), refused };
  });
  const sent = journaled.flatMap(({ group }) => group ?? []);
  if (sent.length > 0) await storeSubmissions(db, sent);
  return journaled;
}

async function numberBets(
  db: Db,
  bets: readonly WantedBet[],
  counters: KnownCounters,
  now: bigint,
): Promise<StoredBet[]> {
  const wanted = new Map<string, WantedIds>();
  for (const { bettor } of bets) {
    const name = counterName(bettor.address, bettor.epoch);
    const count = (wanted.get(name)?.count ?? 0) + 1;
    const { epoch, highestBetId: above } = bettor;
    wanted.set(name, { bettor: bettor.address, epoch, count, above });
  }
  const next = new Map(await allocateBetIds(db, [...wanted.values()], counters));
  return bets.map((bet) => {
    const name = counterName(bet.bettor.address, bet.bettor.epoch);
    const id = next.get(name) as bigint;
    next.set(name, id + 1n);
    if (id > BigInt(LIMITS.betIdMax)) throw new RangeError(`the ids of ${name} are used up`);
    return toStoredBet(bet, id, now);
  });
}

/** Bets whose id is too far above the oldest pending one of their bettor. Rarely queries. */
async function findTooFar(
  db: Db,
  bets: readonly StoredBet[],
  isDecided: JournalOptions['isDecided'],
): Promise<ReadonlySet<StoredBet>> {
  const bettorOf = ({ wanted }: StoredBet) => (wanted as WantedBet).bettor;
  const isFar = (bet: StoredBet) => {
    const { floor } = bettorOf(bet);
    return floor === undefined || bet.row.id_number - floor > ID_SPREAD_MAX;
  };
  const far = bets.filter(isFar);
  if (far.length === 0) return new Set();
  // For all bettors at once, so that the next groups need no queries for the others.
  const bettors = [...new Set(bets.map(bettorOf))];
  const addresses = [...new Set(bettors.map(({ address }) => address))];
  const pending = await findOldestPending(db, addresses, isDecided);
  const oldest = new Map(pending.map((row) => [counterName(row.bettor, row.epoch), row.oldest]));
  for (const bettor of bettors) {
    const firstOfGroup = bets.find((bet) => bettorOf(bet) === bettor)?.row.id_number;
    bettor.floor = oldest.get(counterName(bettor.address, bettor.epoch)) ?? firstOfGroup;
  }
  return new Set(far.filter(isFar));
}

async function claimKeys(db: Db, bets: readonly StoredBet[], createdAt: bigint) {
  const requests: NewRequest[] = [];
  const lost = new Set<string>();
  for (const { row, wanted } of bets) {
    const { bet_id: reference, wallet } = row;
    const { key: idempotencyKey, requestHash, takesOver } = wanted?.request ?? {};
    if (idempotencyKey === undefined || requestHash === undefined) continue;
    const named = { wallet, idempotencyKey };
    if (takesOver === undefined) requests.push({ ...named, requestHash, reference, createdAt });
    else if (!(await moveRequest(db, named, takesOver, reference))) lost.add(reference);
  }
  const claimed = await claimRequests(db, requests);
  for (const { reference } of requests) if (!claimed.has(reference)) lost.add(reference);
  return new Set(lost.size === 0 ? [] : bets.filter(({ row }) => lost.has(row.bet_id)));
}

function toStoredBet(wanted: WantedBet, id: bigint, now: bigint): StoredBet {
  const { bettor, market, wallet, outcome, amount, request, minRatioBps } = wanted;
  const row = newBetRow(
    {
      ...{ wallet, amount, bettor: bettor.address, epoch: bettor.epoch, id_number: id },
      market_id: market.id,
      outcome: BigInt(outcomeToCode(outcome)),
      idempotency_key: request?.key ?? null,
    },
    now,
  );
  const slot = bettor.slots.get(market.address) ?? bettor.freeSlot;
  return { row, market, slot, slotCount: bettor.slotCount, minRatioBps, wanted };
}

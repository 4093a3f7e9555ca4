// Reads the complete history of a market from its transactions on chain, with decoders of its own.
import type { Address } from '@solana/kit';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import type { ParsedCondition } from '@tote/conditions/condition';
import { readCondition } from '@tote/conditions/read-condition';
import {
  type Amount,
  addStake,
  amount,
  DomainError,
  EMPTY_POOLS,
  outcomeFromCode,
  type Pools,
  type Position,
} from '@tote/domain';
import {
  fetchTransaction,
  HistoryContradicts,
  HistoryIncomplete,
  type Instruction,
  listSignatures,
  type Transaction,
} from './history/fetch-transaction.ts';
import { listSteps } from './history/list-events.ts';
import type { ChainNode } from './history/node.ts';
import {
  type BetsEvent,
  type ClosedEvent,
  type CreatedEvent,
  DONE,
  type ProgramEvent,
  type RefundedEvent,
  type ResolvedEvent,
  type SettledEvent,
  TAG,
} from './history/read-event.ts';
import {
  marketOf,
  readCreateMarket,
  readPlaceBets,
  readSettledBettors,
} from './history/read-instruction.ts';

const FETCHES_AT_ONCE = 8;

/** A program on a chain, and a node of the chain. */
export interface VerifiedChain {
  readonly node: ChainNode;
  readonly programAddress: Address;
}

type MarketEvent = Extract<ProgramEvent, { sequence: bigint }>;

/** An event of the market with the transaction that it came from. */
export interface Recorded<Event extends MarketEvent> {
  readonly event: Event;
  readonly instruction: Instruction;
  readonly transaction: Transaction;
}

export interface MarketHistory {
  readonly market: Address;
  readonly created: Recorded<CreatedEvent> & {
    readonly sent: ReturnType<typeof readCreateMarket>;
    readonly parsedCondition: ParsedCondition;
  };
  /** The sums of all accepted bets. */
  readonly pools: Pools;
  readonly positions: ReadonlyMap<Address, Position>;
  readonly resolved: Recorded<ResolvedEvent> | undefined;
  readonly vetoed: Recorded<RefundedEvent> | undefined;
  readonly refunded: Recorded<RefundedEvent> | undefined;
  readonly payments: readonly Payment[];
  readonly closed: readonly Recorded<ClosedEvent>[];
  readonly events: number;
}

export interface Payment {
  readonly bettor: Address;
  readonly amount: Amount;
  readonly signature: string;
}

export async function readHistory(
  { node, programAddress }: VerifiedChain,
  market: Address,
): Promise<MarketHistory> {
  const signatures = await listSignatures(node, market);
  const transactions = await mapConcurrently(signatures, FETCHES_AT_ONCE, async (signature) => {
    const transaction = await fetchTransaction(node, signature);
    if (transaction) return transaction;
    throw new HistoryIncomplete(`the node lists ${signature} and has no copy of it`);
  });
  const found = transactions.flatMap((transaction) =>
    findEvents(transaction, market, programAddress),
  );
  // Within a slot, the market's sequence number gives the order.
  found.sort((a, b) => Number(a.event.sequence - b.event.sequence));
  try {
    return toHistory(market, found);
  } catch (error) {
    // The program refuses instructions that cannot be read and amounts that do not fit.
    const isImpossible = error instanceof RangeError || error instanceof DomainError;
    throw isImpossible ? new HistoryContradicts(`impossible: ${error.message}`) : error;
  }
}

function findEvents(transaction: Transaction, market: Address, programAddress: Address) {
  return listSteps(transaction, programAddress).flatMap(({ instruction, event }) => {
    if (marketOf(instruction) !== market) return [];
    const { signature } = transaction;
    if (!event) {
      throw new HistoryIncomplete(`what the transaction ${signature} did is not in its logs`);
    }
    if (!('market' in event) || event.market !== market) {
      throw new HistoryContradicts(`${signature} has an event of another market`);
    }
    return [{ event, instruction, transaction }];
  });
}

function toHistory(market: Address, found: readonly Recorded<MarketEvent>[]): MarketHistory {
  const [first] = found;
  if (!first) throw new HistoryIncomplete(`the node knows nothing of the market ${market}`);
  if (!isTagged<CreatedEvent>(first, TAG.createMarket)) {
    throw new HistoryIncomplete(
      'the node has pruned the first transactions of the market; use an archive node',
    );
  }
  checkWhole(found);
  const created = readCreation(first);
  const list = <Event extends MarketEvent>(tag: Event['tag']) =>
    found.filter((each): each is Recorded<Event> => isTagged<Event>(each, tag));
  const bets = addBets(list<BetsEvent>(TAG.placeBets), created.event);
  return {
    ...{ market, created, ...bets },
    resolved: list<ResolvedEvent>(TAG.resolveMarket)[0],
    vetoed: list<RefundedEvent>(TAG.vetoMarket)[0],
    refunded: list<RefundedEvent>(TAG.refundMarket)[0],
    payments: list<SettledEvent>(TAG.settlePositions).flatMap(listPayments),
    closed: list<ClosedEvent>(TAG.closeMarket),
    events: found.length,
  };
}

function isTagged<Event extends MarketEvent>(
  recorded: Recorded<MarketEvent>,
  tag: Event['tag'],
): recorded is Recorded<Event> {
  return recorded.event.tag === tag;
}

/** Sequence numbers are consecutive, so a hidden event is detected. */
function checkWhole(found: readonly Recorded<MarketEvent>[]): void {
  for (const [index, { event, transaction }] of found.entries()) {
    const expected = BigInt(index + 1);
    if (event.sequence === expected) continue;
    if (event.sequence > expected) {
      throw new HistoryIncomplete(`the node does not have event ${expected} of the market`);
    }
    const { signature } = transaction;
    throw new HistoryContradicts(`${signature} repeats event ${event.sequence} of the market`);
  }
}

/** The event repeats what the instruction says. */
function readCreation(recorded: Recorded<CreatedEvent>): MarketHistory['created'] {
  const { event, instruction } = recorded;
  const sent = readCreateMarket(instruction);
  const pairs = Object.entries(event).map(([name, value]) => {
    return { name, value, asked: (sent as Readonly<Record<string, unknown>>)[name] };
  });
  const wrong = pairs.find(({ value, asked }) => asked !== undefined && asked !== value);
  if (wrong) {
    const { name, value, asked } = wrong;
    throw new HistoryContradicts(`the market was created with ${name} ${asked}, not ${value}`);
  }
  return { ...recorded, sent, parsedCondition: readCondition(sent.condition.text) };
}

/** The stakes are in the instructions. The events have the pools after each bet, so they agree. */
function addBets(placed: readonly Recorded<BetsEvent>[], created: CreatedEvent) {
  const positions = new Map<Address, Position>();
  let pools: Pools = EMPTY_POOLS;
  for (const { event, instruction, transaction } of placed) {
    const sent = readPlaceBets(instruction, created);
    for (const [index, { bettor, outcome: code, amount: stake }] of sent.entries()) {
      const result = event.bets[index];
      const outcome = result?.verdict === DONE ? outcomeFromCode(code) : null;
      if (bettor && outcome !== null) {
        pools = addStake(pools, outcome, amount(stake));
        const { stakeYes: yes, stakeNo: no } = positions.get(bettor) ?? NO_STAKE;
        const stakes = addStake({ yes, no }, outcome, amount(stake));
        positions.set(bettor, { stakeYes: stakes.yes, stakeNo: stakes.no });
      }
      if (result?.poolYes !== pools.yes || result.poolNo !== pools.no) {
        const { signature } = transaction;
        throw new HistoryContradicts(`the pools in ${signature} are not the sums of the bets`);
      }
    }
  }
  return { pools, positions };
}

const NO_STAKE: Position = { stakeYes: EMPTY_POOLS.yes, stakeNo: EMPTY_POOLS.no };

function listPayments({ event, instruction, transaction }: Recorded<SettledEvent>): Payment[] {
  const bettors = readSettledBettors(instruction);
  return event.positions.flatMap(({ verdict, payout }, index): Payment[] => {
    const bettor = bettors[index];
    if (verdict !== DONE || !bettor) return [];
    return [{ bettor, amount: amount(payout), signature: transaction.signature }];
  });
}

import type { Address } from '@solana/kit';
import { poolsOf } from '@tote/domain';
import {
  type EventName,
  type EventOf,
  findEvents,
  findReturnedEvent,
  type MarketSource,
  parsePlaceBetsInstruction,
  parseSettlePositionsInstruction,
  readMarketFlags,
  type ToteEvent,
  takesFactAccount,
} from '@tote/program-client';
import { placedBetId } from '../ids.ts';
import type { ExecutedInstruction, LandedTransaction } from '../landed.ts';
import { expectedEvent, marketOf } from './market-of.ts';
import type {
  BetsPlacedChange,
  EventChange,
  MarketShape,
  PlacedBet,
  ProgramChange,
} from './program-change.ts';
import { readMarketTexts } from './read-market-texts.ts';

export interface DecodeOptions {
  readonly programAddress: Address;
  findMarketShape(market: Address): MarketShape | undefined;
  /** The Bettor address of a wallet; undefined means that the bettor is another wallet's. */
  findOwnBettor(wallet: Address): Address | undefined;
}

/** The transaction's changes, in order. A failed one changed nothing. */
export function decodeLanded(landed: LandedTransaction, options: DecodeOptions): ProgramChange[] {
  if (landed.error !== null) return [];
  const executed = listExecuted(landed, options.programAddress);
  const events = pairEvents(landed, executed, options.programAddress);
  const created = new Map<Address, MarketShape>();
  return executed.map(({ instruction, source }, index) => {
    const event = events[index];
    if (!event) return toMissing(instruction, source);
    if (event.name === 'MarketCreated') created.set(event.market, shapeOf(event));
    const findMarketShape = (market: Address) =>
      created.get(market) ?? options.findMarketShape(market);
    return toChange({ landed, instruction, source, event }, { ...options, findMarketShape });
  });
}

export function listMarketsOf(landed: LandedTransaction, programAddress: Address): Address[] {
  const markets = listExecuted(landed, programAddress).map(({ source }) => marketOf(source));
  return [...new Set(markets.filter((market) => market !== undefined))];
}

export function listAuthoritiesOf(landed: LandedTransaction, programAddress: Address): Address[] {
  const executed = listExecuted(landed, programAddress);
  const bets = executed.filter(({ source }) => expectedEvent(source) === 'BetsPlaced');
  return [...new Set(bets.flatMap(({ source }) => source.accounts.slice(0, 1)))];
}

export function findFirstSequence(
  { logs }: LandedTransaction,
  programAddress: Address,
): bigint | undefined {
  const events = readLogs(logs, programAddress) ?? [];
  const event = events.find((one) => 'sequence' in one);
  return event && 'sequence' in event ? event.sequence : undefined;
}

export function shapeOf(market: { flags: number; source: MarketSource }): MarketShape {
  const { source, flags } = market;
  const isGated = readMarketFlags(flags).gated;
  return { isGated, takesFactAccount: takesFactAccount(source, flags) };
}

interface Executed {
  readonly instruction: number;
  readonly source: ExecutedInstruction;
}

/** Instructions of a later version of the program are skipped. */
function listExecuted(landed: LandedTransaction, programAddress: Address): Executed[] {
  return landed.instructions
    .map((source, instruction) => ({ source, instruction }))
    .filter(({ source }) => source.programAddress === programAddress && expectedEvent(source));
}

/**
 * Every instruction emits one event, and instructions end in the order in which they begin. So the
 * n-th event belongs to the n-th instruction. Logs after `Log truncated` are ignored: lines are
 * missing there, so another program could pass off its events as ours.
 */
function pairEvents(
  { logs, returned }: LandedTransaction,
  executed: readonly Executed[],
  programAddress: Address,
): (ToteEvent | undefined)[] {
  const end = logs.indexOf('Log truncated');
  const found = readLogs(end < 0 ? logs : logs.slice(0, end), programAddress);
  const events: (ToteEvent | undefined)[] = executed.map((_, index) => found?.[index]);
  const last = executed.length - 1;
  if (last >= 0 && !events[last]) {
    events[last] = readReturned(returned, programAddress);
  }
  return events.map((event, index) => {
    const { source } = executed[index] as Executed;
    return event && isEventOf(event, source) ? event : undefined;
  });
}

/** Some nodes strip trailing zeros from return data, and an event may end with zeros. */
const ZEROS_MAX = 128;

function readReturned(returned: LandedTransaction['returned'], programAddress: Address) {
  if (returned?.programAddress !== programAddress) return undefined;
  for (let zeros = 0; zeros <= ZEROS_MAX; zeros += 1) {
    const data = Buffer.concat([returned.data, Buffer.alloc(zeros)]);
    const event = readEvents(() => findReturnedEvent({ programAddress, data }, programAddress));
    if (event) return event;
  }
  return undefined;
}

/** The same logs are read twice: for the order within a group, and for what changed. */
const eventsRead = new WeakMap<readonly string[], ToteEvent[] | undefined>();

function readLogs(logs: readonly string[], programAddress: Address): ToteEvent[] | undefined {
  if (eventsRead.has(logs)) return eventsRead.get(logs);
  const events = readEvents(() => findEvents(logs, programAddress));
  eventsRead.set(logs, events);
  return events;
}

/** Undefined for events of a later version. The state is then read from the accounts. */
function readEvents<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isEventOf(event: ToteEvent, source: ExecutedInstruction): boolean {
  if (event.name !== expectedEvent(source)) return false;
  return !('market' in event) || event.market === marketOf(source);
}

function toMissing(instruction: number, source: ExecutedInstruction): ProgramChange {
  const expected = expectedEvent(source) as EventName;
  return { name: 'missing', instruction, expected, market: marketOf(source), source };
}

interface Found extends Executed {
  readonly landed: LandedTransaction;
  readonly event: ToteEvent;
}

function toChange(found: Found, options: DecodeOptions): ProgramChange {
  const { instruction, source, event } = found;
  switch (event.name) {
    case 'MarketCreated':
      return { name: event.name, instruction, event, ...readMarketTexts(source.data, event) };
    case 'BetsPlaced': {
      const shape = options.findMarketShape(event.market);
      if (!shape) return { name: 'unknown_market', instruction, market: event.market };
      return toBetsPlaced({ ...found, event }, shape, options);
    }
    case 'PositionsSettled': {
      const { positions } = parseSettlePositionsInstruction(source);
      const bettors = positions.map(({ bettor }) => bettor);
      return { name: event.name, instruction, event, bettors };
    }
    default:
      return { name: event.name, instruction, event } as EventChange;
  }
}

function toBetsPlaced(
  { landed, instruction, source, event }: Found & { event: EventOf<'BetsPlaced'> },
  shape: MarketShape,
  { findOwnBettor }: DecodeOptions,
): BetsPlacedChange {
  const { authority, bets } = parsePlaceBetsInstruction(source, shape);
  const ownBettor = findOwnBettor(authority);
  const { signature } = landed;
  const placed = bets.map((bet, position): PlacedBet => {
    const { poolYes, poolNo, verdict } = event.bets[position] ?? NO_RESULT;
    return {
      position,
      betId: placedBetId(bet, ownBettor, { signature, instruction, position }),
      bettor: bet.bettor,
      outcome: bet.outcome,
      amount: bet.amount,
      verdict,
      pools: poolsOf(poolYes, poolNo),
    };
  });
  return { name: 'BetsPlaced', instruction, event, authority, bets: placed };
}

/** Never used: the program reports every bet. Verdict 255 is no error's number. */
const NO_RESULT = { poolYes: 0n, poolNo: 0n, verdict: 255 };

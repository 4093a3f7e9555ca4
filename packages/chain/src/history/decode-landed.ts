// Reads a landed transaction: which instructions of the program ran, the inner ones included, and
// what each of them did. Pure.
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
import { delegatedBetId, ownBetId } from '../ids.ts';
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
  /** Undefined for a market that was never seen. */
  findMarketShape(market: Address): MarketShape | undefined;
  /** The address of a wallet's own Bettor; undefined is read as "of another wallet". */
  findOwnBettor(wallet: Address): Address | undefined;
}

/** What the transaction changed, in order. A failed one changed nothing. */
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

/** The markets that the transaction is about, each once. */
export function listMarketsOf(landed: LandedTransaction, programAddress: Address): Address[] {
  const markets = listExecuted(landed, programAddress).map(({ source }) => marketOf(source));
  return [...new Set(markets.filter((market) => market !== undefined))];
}

/** Who signed bets in the transaction: one of them may be the bettor itself. */
export function listAuthoritiesOf(landed: LandedTransaction, programAddress: Address): Address[] {
  const executed = listExecuted(landed, programAddress);
  const bets = executed.filter(({ source }) => expectedEvent(source) === 'BetsPlaced');
  return [...new Set(bets.flatMap(({ source }) => source.accounts.slice(0, 1)))];
}

/** Of the first event about a market, as far as the logs tell. */
export function findFirstSequence(
  { logs }: LandedTransaction,
  programAddress: Address,
): bigint | undefined {
  const events = readEvents(() => findEvents(logs, programAddress)) ?? [];
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

/** An instruction that only a later version of the program knows is passed over. */
function listExecuted(landed: LandedTransaction, programAddress: Address): Executed[] {
  return landed.instructions
    .map((source, instruction) => ({ source, instruction }))
    .filter(({ source }) => source.programAddress === programAddress && expectedEvent(source));
}

/**
 * Every instruction leaves one event and they end in the order in which they begin, so the first
 * events belong to the first instructions. What comes after `Log truncated` is not looked at: lines
 * are missing there, and another program could pass off its own as ours.
 */
function pairEvents(
  { logs, returned }: LandedTransaction,
  executed: readonly Executed[],
  programAddress: Address,
): (ToteEvent | undefined)[] {
  const end = logs.indexOf('Log truncated');
  const found = readEvents(() => findEvents(end < 0 ? logs : logs.slice(0, end), programAddress));
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

/** Some nodes cut the zeros at the end off, and an event may well end with some. */
const ZEROS_MAX = 128;

function readReturned(
  returned: LandedTransaction['returned'],
  programAddress: Address,
): ToteEvent | undefined {
  if (returned?.programAddress !== programAddress) return undefined;
  for (let zeros = 0; zeros <= ZEROS_MAX; zeros += 1) {
    const data = Buffer.concat([returned.data, Buffer.alloc(zeros)]);
    const event = readEvents(() => findReturnedEvent({ programAddress, data }, programAddress));
    if (event) return event;
  }
  return undefined;
}

/** A later version of the program may write what we cannot read; the accounts still tell. */
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
  const placed = bets.map(({ bettor, outcome, amount, epoch, betId }, position): PlacedBet => {
    const { poolYes, poolNo, verdict } = event.bets[position] ?? NO_RESULT;
    // The program does not look at the id of a wallet's own bet, so it may hold anything.
    const isOwn = bettor === undefined || bettor === ownBettor;
    return {
      position,
      betId: isOwn
        ? ownBetId(landed.signature, instruction, position)
        : delegatedBetId(bettor, epoch, betId),
      bettor,
      outcome,
      amount,
      verdict,
      pools: poolsOf(poolYes, poolNo),
    };
  });
  return { name: 'BetsPlaced', instruction, event, authority, bets: placed };
}

/** Never used: the program reports every bet. A verdict that no error has would be refused. */
const NO_RESULT = { poolYes: 0n, poolNo: 0n, verdict: 255 };

// A change of the program's accounts by a landed transaction: an event, with the data that only
// its instruction has.
import type { Address } from '@solana/kit';
import type { Pools } from '@tote/domain';
import type { EventName, EventOf } from '@tote/program-client';
import type { ExecutedInstruction } from '../landed.ts';

interface Change<Name extends EventName> {
  readonly name: Name;
  readonly instruction: number;
  readonly event: EventOf<Name>;
}

export interface MarketCreatedChange extends Change<'MarketCreated'> {
  readonly question: string;
  readonly condition: string;
  readonly textsMatchHashes: boolean;
  readonly clauses: Uint8Array;
  readonly clauseCount: number;
}

export interface PlacedBet {
  readonly position: number;
  readonly betId: string;
  readonly bettor: Address | undefined;
  readonly outcome: number;
  readonly amount: bigint;
  readonly verdict: number;
  readonly pools: Pools;
}

export interface BetsPlacedChange extends Change<'BetsPlaced'> {
  readonly authority: Address;
  readonly bets: readonly PlacedBet[];
}

export interface PositionsSettledChange extends Change<'PositionsSettled'> {
  readonly bettors: readonly Address[];
}

type Detailed = 'MarketCreated' | 'BetsPlaced' | 'PositionsSettled';

/** An instruction without a readable event: it is reconciled from the accounts. */
interface MissingChange {
  readonly name: 'missing';
  readonly instruction: number;
  readonly expected: EventName;
  readonly market: Address | undefined;
  readonly source: ExecutedInstruction;
}

/** Bets in an unknown market. They cannot be decoded without the market's flags. */
interface UnknownMarketChange {
  readonly name: 'unknown_market';
  readonly instruction: number;
  readonly market: Address;
}

export type EventChange =
  | MarketCreatedChange
  | BetsPlacedChange
  | PositionsSettledChange
  | { [Name in Exclude<EventName, Detailed>]: Change<Name> }[Exclude<EventName, Detailed>];

export type ChangeOf<Name extends EventName> = Extract<EventChange, { name: Name }>;

export type ProgramChange = EventChange | MissingChange | UnknownMarketChange;

export interface MarketShape {
  readonly isGated: boolean;
  readonly takesFactAccount: boolean;
}

export function marketOfChange(change: ProgramChange): Address | undefined {
  if ('event' in change) return 'market' in change.event ? change.event.market : undefined;
  return change.market;
}

// What a landed transaction did to the program's accounts: an event with what only the
// instruction knows.
import type { Address } from '@solana/kit';
import type { Pools } from '@tote/domain';
import type { EventName, EventOf } from '@tote/program-client';
import type { ExecutedInstruction } from '../landed.ts';

interface Change<Name extends EventName> {
  readonly name: Name;
  /** The place in the transaction, instructions of all programs counted. */
  readonly instruction: number;
  readonly event: EventOf<Name>;
}

export interface MarketCreatedChange extends Change<'MarketCreated'> {
  readonly question: string;
  readonly condition: string;
  /** Whether the texts are those that the market's hashes are made of. */
  readonly areTextsTrue: boolean;
  /** Of its fact, encoded; empty for an oracle's market. */
  readonly clauses: Uint8Array;
  readonly clauseCount: number;
}

export interface PlacedBet {
  readonly position: number;
  readonly betId: string;
  readonly bettor: Address | undefined;
  readonly outcome: number;
  readonly amount: bigint;
  /** 0 or the number of the program's error. */
  readonly verdict: number;
  /** After this bet. */
  readonly pools: Pools;
}

export interface BetsPlacedChange extends Change<'BetsPlaced'> {
  readonly authority: Address;
  /** One per bet that was sent, accepted or not. */
  readonly bets: readonly PlacedBet[];
}

export interface PositionsSettledChange extends Change<'PositionsSettled'> {
  /** In the order of the event's positions. */
  readonly bettors: readonly Address[];
}

type Detailed = 'MarketCreated' | 'BetsPlaced' | 'PositionsSettled';

/** An instruction that ran without leaving an event: it is reconciled from the accounts. */
interface MissingChange {
  readonly name: 'missing';
  readonly instruction: number;
  readonly expected: EventName;
  readonly market: Address | undefined;
  readonly source: ExecutedInstruction;
}

/** Bets in a market that is not known yet: whose they are depends on the market's flags. */
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

/** What `place_bets` needs to know of its market to be read. */
export interface MarketShape {
  readonly isGated: boolean;
  readonly takesFactAccount: boolean;
}

/** The market that the change is about, if it is about one. */
export function marketOfChange(change: ProgramChange): Address | undefined {
  if ('event' in change) return 'market' in change.event ? change.event.market : undefined;
  return change.market;
}

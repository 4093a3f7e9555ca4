import type { Address } from '@solana/kit';
import type {
  BettorClosedEvent,
  BettorGrownEvent,
  BettorOpenedEvent,
  BoughtBackEvent,
  ConfigAnnouncedEvent,
  ConfigAppliedEvent,
  ConfigCancelledEvent,
  DelegateSetEvent,
  DepositedEvent,
  FeesCollectedEvent,
  InitializedEvent,
  KeysDisabledEvent,
  MarketClosedEvent,
  MarketCreatedEvent,
  MarketRefundedEvent,
  MarketResolvedEvent,
  MarketVetoedEvent,
  WithdrawnEvent,
} from './generated/types';

export interface BetResult {
  poolYes: bigint;
  poolNo: bigint;
  verdict: number;
}

export interface PositionResult {
  payout: bigint;
  verdict: number;
}

interface BetsPlacedFields {
  accepted: number;
  market: Address;
  sequence: bigint;
  bets: BetResult[];
}

interface PositionsSettledFields {
  settled: number;
  market: Address;
  sequence: bigint;
  openPositions: bigint;
  held: bigint;
  positions: PositionResult[];
}

export interface EventFields {
  Initialized: InitializedEvent;
  ConfigAnnounced: ConfigAnnouncedEvent;
  BettorOpened: BettorOpenedEvent;
  BettorGrown: BettorGrownEvent;
  BettorClosed: BettorClosedEvent;
  Deposited: DepositedEvent;
  Withdrawn: WithdrawnEvent;
  DelegateSet: DelegateSetEvent;
  MarketCreated: MarketCreatedEvent;
  BetsPlaced: BetsPlacedFields;
  MarketResolved: MarketResolvedEvent;
  MarketVetoed: MarketVetoedEvent;
  MarketRefunded: MarketRefundedEvent;
  PositionsSettled: PositionsSettledFields;
  MarketClosed: MarketClosedEvent;
  FeesCollected: FeesCollectedEvent;
  BoughtBack: BoughtBackEvent;
  ConfigApplied: ConfigAppliedEvent;
  ConfigCancelled: ConfigCancelledEvent;
  KeysDisabled: KeysDisabledEvent;
}

export type EventName = keyof EventFields;

export type EventOf<Name extends EventName> = { name: Name } & Omit<
  EventFields[Name],
  'tag' | 'version'
>;

export type ToteEvent = { [Name in EventName]: EventOf<Name> }[EventName];

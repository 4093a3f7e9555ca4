import type { Address } from '@solana/kit';
import type { EventName, LandedInstruction } from '@tote/program-client';

/** The event that each instruction emits, by its tag. */
const EVENTS: readonly EventName[] = [
  'Initialized',
  'ConfigAnnounced',
  'BettorOpened',
  'BettorGrown',
  'BettorClosed',
  'Deposited',
  'Withdrawn',
  'DelegateSet',
  'MarketCreated',
  'BetsPlaced',
  'MarketResolved',
  'MarketVetoed',
  'MarketRefunded',
  'PositionsSettled',
  'MarketClosed',
  'FeesCollected',
  'BoughtBack',
  'ConfigApplied',
  'ConfigCancelled',
  'KeysDisabled',
];

const MARKET_INDEXES: Partial<Record<EventName, number>> = {
  MarketCreated: 3,
  BetsPlaced: 1,
  MarketResolved: 0,
  MarketVetoed: 2,
  MarketRefunded: 0,
  PositionsSettled: 0,
  MarketClosed: 0,
};

/** Undefined if no instruction has this tag. Such an instruction cannot have succeeded. */
export function expectedEvent({ data }: LandedInstruction): EventName | undefined {
  return EVENTS[data[0] ?? -1];
}

export function marketOf(instruction: LandedInstruction): Address | undefined {
  const name = expectedEvent(instruction);
  const index = name && MARKET_INDEXES[name];
  return index === undefined ? undefined : instruction.accounts[index];
}

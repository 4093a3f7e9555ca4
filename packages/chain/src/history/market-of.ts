import type { Address } from '@solana/kit';
import { EVENT_NAMES, type EventName, type LandedInstruction } from '@tote/program-client';

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
  return EVENT_NAMES[data[0] ?? -1];
}

export function marketOf(instruction: LandedInstruction): Address | undefined {
  const name = expectedEvent(instruction);
  const index = name && MARKET_INDEXES[name];
  return index === undefined ? undefined : instruction.accounts[index];
}

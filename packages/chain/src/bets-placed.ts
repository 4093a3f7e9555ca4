import type { Address } from '@solana/kit';
import { type BetResult, findEvents, isBetsPlaced, readBetsPlaced } from '@tote/program-client';
import { addressToBytes } from './address-bytes.ts';
import type { LandedTransaction } from './landed.ts';

/**
 * The result of each bet of the last `place_bets` in a successful transaction. If it was the last
 * instruction, its event is the return data. Otherwise the event is in the logs.
 */
export function findBetResults(
  { returned, logs }: LandedTransaction,
  programAddress: Address,
  market: Address,
): readonly BetResult[] | undefined {
  if (returned?.programAddress === programAddress && isBetsPlaced(returned.data)) {
    const { marketBytes, bets } = readBetsPlaced(returned.data);
    if (Buffer.compare(marketBytes, addressToBytes(market)) === 0) return bets;
  }
  const events = findEvents(logs, programAddress);
  const event = events.findLast((one) => one.name === 'BetsPlaced' && one.market === market);
  return event?.name === 'BetsPlaced' ? event.bets : undefined;
}

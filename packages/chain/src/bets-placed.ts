import type { Address } from '@solana/kit';
import { type BetResult, findEvents, isBetsPlaced, readBetsPlaced } from '@tote/program-client';
import { addressToBytes } from './address-bytes.ts';
import type { LandedTransaction } from './landed.ts';

/**
 * What became of each bet of the last `place_bets` in a transaction that succeeded. It returned
 * last, so that its event is the return data; else the logs have it.
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

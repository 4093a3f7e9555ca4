import type { Address } from '@solana/kit';
import { type EventOf, findEvents, isBetsPlaced, readBetsPlaced } from '@tote/program-client';
import { addressToBytes } from './address-bytes.ts';
import type { LandedTransaction } from './landed.ts';

/**
 * The event of the `place_bets` of each market in a successful transaction, of the last one if it
 * has several. If that was the last instruction of all, its event is the return data too.
 */
export function findBetsPlaced(
  { returned, logs }: LandedTransaction,
  programAddress: Address,
  markets: readonly Address[],
): (EventOf<'BetsPlaced'> | undefined)[] {
  const isOurs = returned?.programAddress === programAddress && isBetsPlaced(returned.data);
  const last = isOurs ? readBetsPlaced(returned.data) : undefined;
  let events: EventOf<'BetsPlaced'>[] | undefined;
  return markets.map((market) => {
    if (last && Buffer.compare(last.marketBytes, addressToBytes(market)) === 0) {
      const { accepted, sequence, bets } = last;
      return { name: 'BetsPlaced', market, accepted, sequence, bets };
    }
    events ??= findEvents(logs, programAddress).filter((event) => event.name === 'BetsPlaced');
    return events.findLast((event) => event.market === market);
  });
}

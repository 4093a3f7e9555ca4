import type { Address } from '@solana/kit';
import { type EventOf, findEventBytes, isBetsPlaced, readBetsPlaced } from '@tote/program-client';
import { addressToBytes } from './address-bytes.ts';
import type { LandedTransaction } from './landed.ts';

type BetsPlaced = ReturnType<typeof readBetsPlaced>;

/**
 * The event of the `place_bets` of each market in a successful transaction, of the last one if it
 * has several. If that was the last instruction of all, its event is the return data too. Markets
 * are compared by their bytes: decoding an address takes longer than the rest of an event.
 */
export function findBetsPlaced(
  { returned, logs }: LandedTransaction,
  programAddress: Address,
  markets: readonly Address[],
): (EventOf<'BetsPlaced'> | undefined)[] {
  const isOurs = returned?.programAddress === programAddress && isBetsPlaced(returned.data);
  const last = isOurs ? readBetsPlaced(returned.data) : undefined;
  let events: BetsPlaced[] | undefined;
  return markets.map((market) => {
    const isOf = (event: BetsPlaced) =>
      Buffer.compare(event.marketBytes, addressToBytes(market)) === 0;
    if (last && isOf(last)) return toEvent(last, market);
    events ??= findEventBytes(logs, programAddress).filter(isBetsPlaced).map(readBetsPlaced);
    const found = events.findLast(isOf);
    return found && toEvent(found, market);
  });
}

function toEvent({ accepted, sequence, bets }: BetsPlaced, market: Address): EventOf<'BetsPlaced'> {
  return { name: 'BetsPlaced', market, accepted, sequence, bets };
}

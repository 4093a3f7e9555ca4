import { RecentMap } from '@tote/chain/lib/recent-map';
import type { Key } from '../ledger/key.ts';
import { addressText } from './encodings.ts';
import { invalidRequest } from './rpc-error.ts';

const LAMPORTS_PER_SOL = 1_000_000_000n;
/** Enough to try any amount, and too little for sums that overflow. */
const SOL_MAX = 10_000_000n;
const DAY_SECONDS = 86_400n;
/** New addresses cost nothing, so old ones are dropped when there are too many. */
const ADDRESSES_MAX = 100_000;

interface Given {
  since: bigint;
  lamports: bigint;
}

export class AirdropLimits {
  readonly #given = new RecentMap<Key, Given>(ADDRESSES_MAX);

  take(to: Key, lamports: bigint, now: bigint): () => void {
    const known = this.#given.get(to);
    const given = known && now - known.since < DAY_SECONDS ? known : { since: now, lamports: 0n };
    if (given.lamports + lamports > SOL_MAX * LAMPORTS_PER_SOL) {
      const seconds = given.since + DAY_SECONDS - now;
      throw invalidRequest(
        `Invalid request: an address gets at most ${SOL_MAX} SOL of airdrops in a day. ` +
          `Ask for less, use another address than ${addressText(to)}, or wait ${seconds} s.`,
      );
    }
    given.lamports += lamports;
    this.#given.set(to, given);
    return () => {
      given.lamports -= lamports;
    };
  }
}

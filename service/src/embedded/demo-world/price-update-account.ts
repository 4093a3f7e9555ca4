import type { Address } from '@solana/kit';
import { type DemoPriceFeed, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { encodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import type { SandboxAccount } from '@tote/localnet';

/** More than its rent. */
const LAMPORTS = 10_000_000n;

/**
 * The price update of one second, in the account layout of Pyth's receiver. There is one update per
 * second, and each names the second before as the previous one. So for any moment exactly one
 * update is the first at or after it.
 */
export function priceUpdateAccount(
  at: Address,
  feed: DemoPriceFeed,
  { second, slot }: { second: bigint; slot: bigint },
): SandboxAccount {
  const { price, confidence } = quoteAt(feed, second);
  const update = {
    ...{ feedId: feed.feedId, exponent: feed.exponent, price, confidence },
    ...{ publishedAt: second, previousPublishedAt: second - 1n },
    ...{ emaPrice: price, emaConfidence: confidence },
  };
  const data = encodePythPriceUpdate(update, { writeAuthority: at, postedSlot: slot });
  return { address: at, lamports: LAMPORTS, owner: PYTH_RECEIVER, data };
}

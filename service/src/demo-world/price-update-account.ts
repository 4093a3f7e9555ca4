import { type Address, getAddressEncoder } from '@solana/kit';
import type { SandboxAccount } from '@tote/localnet';
import {
  PYTH_DISCRIMINATOR,
  PYTH_FULLY_VERIFIED,
  PYTH_LENGTH,
  PYTH_OFFSETS,
} from '@tote/oracles/layouts/pyth-price-update';
import { PYTH_RECEIVER } from '@tote/oracles/programs';
import { type DemoPriceFeed, quoteAt } from './demo-prices.ts';

const WRITE_AUTHORITY_OFFSET = 8;
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
  const data = Buffer.alloc(PYTH_LENGTH);
  const { price, confidence } = quoteAt(feed, second);
  data.write(PYTH_DISCRIMINATOR, PYTH_OFFSETS.discriminator, 'hex');
  data.set(getAddressEncoder().encode(at), WRITE_AUTHORITY_OFFSET);
  data.writeUInt8(PYTH_FULLY_VERIFIED, PYTH_OFFSETS.verificationLevel);
  data.write(feed.feedId, PYTH_OFFSETS.feedId, 'hex');
  data.writeBigInt64LE(price, PYTH_OFFSETS.price);
  data.writeBigUInt64LE(confidence, PYTH_OFFSETS.confidence);
  data.writeInt32LE(feed.exponent, PYTH_OFFSETS.exponent);
  data.writeBigInt64LE(second, PYTH_OFFSETS.publishedAt);
  data.writeBigInt64LE(second - 1n, PYTH_OFFSETS.previousPublishedAt);
  data.writeBigInt64LE(price, PYTH_OFFSETS.emaPrice);
  data.writeBigUInt64LE(confidence, PYTH_OFFSETS.emaConfidence);
  data.writeBigUInt64LE(slot, PYTH_OFFSETS.postedSlot);
  return { address: at, lamports: LAMPORTS, owner: PYTH_RECEIVER, data };
}

import { type Address, getAddressEncoder, getBase16Encoder } from '@solana/kit';
import { PYTH_RECEIVERS } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { type DecodedBy, decoderOf } from './layout.ts';

export const PYTH_DISCRIMINATOR = '22f123639d7ef4cd';
export const PYTH_LENGTH = 134;
export const PYTH_FULLY_VERIFIED = 1;

/** Offsets in a fully verified update. They differ in a partly verified one. */
export const PYTH_OFFSETS = {
  discriminator: 0,
  /** Who may write to the account again, or close it. */
  writeAuthority: 8,
  verificationLevel: 40,
  feedId: 41,
  price: 73,
  confidence: 81,
  exponent: 89,
  publishedAt: 93,
  previousPublishedAt: 101,
  emaPrice: 109,
  emaConfidence: 117,
  postedSlot: 125,
} as const;

/** What Pyth's signers have signed. */
export interface PythPrice {
  readonly feedId: string;
  /** The price is price x 10^exponent. It may be any number, even negative. */
  readonly price: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  readonly publishedAt: bigint;
  readonly previousPublishedAt: bigint;
  readonly emaPrice: bigint;
  readonly emaConfidence: bigint;
}

export type PythPriceUpdate = DecodedBy<typeof decodePythPriceUpdate>;

export const decodePythPriceUpdate = decoderOf(
  { owners: PYTH_RECEIVERS, discriminator: PYTH_DISCRIMINATOR, lengthMin: PYTH_LENGTH },
  (bytes, { address, owner }) => {
    if (bytes.u8(PYTH_OFFSETS.verificationLevel) !== PYTH_FULLY_VERIFIED) {
      return unreadable('not_verified', `${address} is not fully verified`);
    }
    return {
      receiver: owner as Address,
      feedId: bytes.hex(PYTH_OFFSETS.feedId, 32),
      price: bytes.i64(PYTH_OFFSETS.price),
      confidence: bytes.u64(PYTH_OFFSETS.confidence),
      exponent: bytes.i32(PYTH_OFFSETS.exponent),
      publishedAt: bytes.i64(PYTH_OFFSETS.publishedAt),
      previousPublishedAt: bytes.i64(PYTH_OFFSETS.previousPublishedAt),
      emaPrice: bytes.i64(PYTH_OFFSETS.emaPrice),
      emaConfidence: bytes.u64(PYTH_OFFSETS.emaConfidence),
      postedSlot: bytes.u64(PYTH_OFFSETS.postedSlot),
    };
  },
);

export function encodePythPriceUpdate(
  update: PythPrice,
  by: { readonly writeAuthority: Address; readonly postedSlot: bigint },
): Uint8Array {
  const data = new Uint8Array(PYTH_LENGTH);
  const view = new DataView(data.buffer);
  data.set(getBase16Encoder().encode(PYTH_DISCRIMINATOR), PYTH_OFFSETS.discriminator);
  data.set(getAddressEncoder().encode(by.writeAuthority), PYTH_OFFSETS.writeAuthority);
  data[PYTH_OFFSETS.verificationLevel] = PYTH_FULLY_VERIFIED;
  data.set(getBase16Encoder().encode(update.feedId), PYTH_OFFSETS.feedId);
  view.setBigInt64(PYTH_OFFSETS.price, update.price, true);
  view.setBigUint64(PYTH_OFFSETS.confidence, update.confidence, true);
  view.setInt32(PYTH_OFFSETS.exponent, update.exponent, true);
  view.setBigInt64(PYTH_OFFSETS.publishedAt, update.publishedAt, true);
  view.setBigInt64(PYTH_OFFSETS.previousPublishedAt, update.previousPublishedAt, true);
  view.setBigInt64(PYTH_OFFSETS.emaPrice, update.emaPrice, true);
  view.setBigUint64(PYTH_OFFSETS.emaConfidence, update.emaConfidence, true);
  view.setBigUint64(PYTH_OFFSETS.postedSlot, by.postedSlot, true);
  return data;
}

/** Up to the address that is read here, in the longer form. */
const LENGTH_MIN = 105;
/** An optional address: a byte that says whether there is one, then the address if there is. */
const NEXT_AUTHORITY = 40;

/** `wormhole` is the program that has the sets of signers. */
export const decodePythReceiverConfig = decoderOf(
  { owners: PYTH_RECEIVERS, discriminator: '9b0caae01efacc82', lengthMin: LENGTH_MIN },
  (bytes, { address }) => {
    const hasNext = bytes.u8(NEXT_AUTHORITY);
    if (hasNext > 1) return unreadable('wrong_type', `${address} has another layout`);
    return { wormhole: bytes.address(NEXT_AUTHORITY + 1 + hasNext * 32) };
  },
);

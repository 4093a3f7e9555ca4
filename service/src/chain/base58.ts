// Base58 as Solana writes addresses and signatures. The client libraries' codecs take 30 to 60 µs,
// as long as everything else that a bet needs; the embedded chain has a fast one.
import { decodeBase58 as decodeAtMost } from '@tote/localnet/base58';

export { encodeBase58 } from '@tote/localnet/base58';

/** Exactly so many bytes, or undefined if the text does not name them. */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  const bytes = decodeAtMost(text, length);
  return bytes?.length === length ? bytes : undefined;
}

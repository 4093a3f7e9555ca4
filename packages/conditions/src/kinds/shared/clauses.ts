import { getBase16Decoder, getBase16Encoder } from '@solana/kit';
import type { Clause } from '@tote/program-client';

/** Checks the account’s type: its first eight bytes, given in hex, compared as one number. */
export function discriminatorClause(hex: string): Clause {
  const bytes = getBase16Encoder().encode(hex).toReversed();
  const value = BigInt(`0x${getBase16Decoder().decode(bytes)}`);
  return { offset: 0, type: 'u64', comparator: 'eq', value };
}

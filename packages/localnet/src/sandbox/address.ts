import { decodeBase58 } from '@tote/chain/lib/base58';
import { type Key, keyBytes, toKey } from '../ledger/key.ts';
import { invalidParams } from '../rpc/rpc-error.ts';

export function parseAddress(text: string): Key {
  const bytes = typeof text === 'string' ? decodeBase58(text, 32) : undefined;
  if (bytes?.length !== 32) throw invalidParams(`Invalid address: ${String(text).slice(0, 64)}`);
  return toKey(bytes);
}

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

export async function findTokenAddress(owner: Key, mint: Key, tokenProgram: Key): Promise<Key> {
  // Imported lazily: the chain's thread does not need the client library otherwise.
  const { address, getProgramDerivedAddress } = await import('@solana/kit');
  const [found] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [keyBytes(owner), keyBytes(tokenProgram), keyBytes(mint)],
  });
  return toKey(decodeBase58(found, 32) as Uint8Array);
}

import { decodeBase58 } from '@tote/chain/lib/base58';
import { type Key, toKey } from '../ledger/key.ts';
import { invalidParams } from '../rpc/rpc-error.ts';

export function parseAddress(text: string): Key {
  const bytes = typeof text === 'string' ? decodeBase58(text, 32) : undefined;
  if (bytes?.length !== 32) throw invalidParams(`Invalid address: ${String(text).slice(0, 64)}`);
  return toKey(bytes);
}

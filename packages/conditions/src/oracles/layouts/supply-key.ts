// Finds a key that can change the supply of a mint. Holders can only burn their own tokens.
import type { Address } from '@solana/kit';
import { NO_ADDRESS } from '@tote/program-client';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { TOKEN_2022_PROGRAM } from '../programs.ts';
import { type Reading, readable } from '../reading.ts';
import { openAccount } from './layout.ts';
import { decodeMint } from './mint.ts';
import { findExtension } from './token-extensions.ts';

export interface SupplyKey {
  readonly address: Address;
  readonly power: string;
}

/** Extensions whose value begins with the key. Zeros mean no key. */
const EXTENSIONS = [
  { type: 12, power: 'burn the tokens of everyone' },
  { type: 3, power: 'close the mint' },
] as const;

const KEY_BYTES = 32;

export function findSupplyKey(account: AccountSnapshot): Reading<SupplyKey | null> {
  const mint = decodeMint(account);
  if (!mint.ok) return mint;
  const { mintAuthority } = mint.value;
  if (mintAuthority !== null) {
    return readable({ address: mintAuthority, power: 'mint as many as it likes' });
  }
  const opened = openAccount(account, { owners: [TOKEN_2022_PROGRAM] });
  if (!opened.ok) return readable(null);
  const bytes = opened.value;
  for (const { type, power } of EXTENSIONS) {
    const at = findExtension(bytes, type);
    if (at === undefined || at + KEY_BYTES > bytes.length) continue;
    const address = bytes.address(at);
    if (address !== NO_ADDRESS) return readable({ address, power });
  }
  return readable(null);
}

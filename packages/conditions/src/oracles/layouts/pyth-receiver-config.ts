// Layout of the settings of Pyth's receiver. Its governance may change them at any time, so they
// are read before each post.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { PYTH_RECEIVERS } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import { openAccount } from './layout.ts';

const DISCRIMINATOR = '9b0caae01efacc82';
/** Up to the address that is read here, in the longer form. */
const LENGTH_MIN = 105;
/** An optional address: a byte that says whether there is one, then the address if there is. */
const NEXT_AUTHORITY = 40;

interface PythReceiverConfig {
  /** The program that has the sets of signers. */
  readonly wormhole: Address;
}

export function decodePythReceiverConfig(account: AccountSnapshot): Reading<PythReceiverConfig> {
  const opened = openAccount(account, {
    owners: PYTH_RECEIVERS,
    discriminator: DISCRIMINATOR,
    lengthMin: LENGTH_MIN,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value;
  const hasNext = bytes.u8(NEXT_AUTHORITY);
  if (hasNext > 1) return unreadable('wrong_type', `${account.address} has another layout`);
  return readable({ wormhole: bytes.address(NEXT_AUTHORITY + 1 + hasNext * 32) });
}

import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { CPMM_PROGRAM } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import { openAccount } from './layout.ts';

const DISCRIMINATOR = '7aaec5358109a584';
const FIRST = 43;
const COUNT = 100;
const SIZE = 40;
const LENGTH_MIN = FIRST + COUNT * SIZE + 8;

interface CpmmObservation {
  readonly at: bigint;
  /** Price of each mint in the other, x 2^32, times the seconds that it stood. Wraps at 2^128. */
  readonly cumulative: readonly [bigint, bigint];
}

export interface CpmmObservations {
  readonly pool: Address;
  /** From old to new. */
  readonly observations: readonly CpmmObservation[];
}

export function decodeCpmmObservations(account: AccountSnapshot): Reading<CpmmObservations> {
  const opened = openAccount(account, {
    owners: [CPMM_PROGRAM],
    discriminator: DISCRIMINATOR,
    lengthMin: LENGTH_MIN,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value;
  const index = bytes.u16(9);
  if (bytes.u8(8) === 0 || index >= COUNT) {
    return unreadable('wrong_type', `${account.address} is not initialized`);
  }
  const observations: CpmmObservation[] = [];
  // A ring: the place behind the newest one holds the oldest one, or nothing yet.
  for (let step = 1; step <= COUNT; step += 1) {
    const offset = FIRST + ((index + step) % COUNT) * SIZE;
    const at = bytes.u64(offset);
    if (at === 0n) continue;
    observations.push({ at, cumulative: [bytes.u128(offset + 8), bytes.u128(offset + 24)] });
  }
  return readable({ pool: bytes.address(11), observations });
}

import type { Address, ReadonlyUint8Array } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';

/**
 * What a clause can read of an account: any offset of 16 bits, and the widest operand behind it.
 * The program hashes as much (READABLE_BYTES_MAX in program/src/fact.rs), and we read no more.
 */
export const READABLE_BYTES_MAX = 0xffff + 32;

/** An account as it was at one slot. An owner of null: there was none. */
export interface AccountSnapshot {
  readonly address: Address;
  readonly owner: Address | null;
  readonly data: ReadonlyUint8Array;
}

/** Accounts that were read together, at one slot, so that they fit each other. */
export interface Sample {
  readonly slot: bigint;
  /** The chain's time at that slot. */
  readonly observedAt: UnixSeconds;
  readonly accounts: readonly AccountSnapshot[];
  /** A count of holders, which takes more accounts than a sample can carry. */
  readonly holders?: HolderCount;
}

export interface HolderCount {
  readonly mint: Address;
  readonly count: bigint;
  /** Who holds less than this, in base units, was not counted. */
  readonly minimumBaseUnits: bigint;
  /** False when the source gave up before it had seen every account. */
  readonly isComplete: boolean;
}

/**
 * As the program sees it: what belongs to the System program was never created or is gone, whatever
 * lamports were sent to it and whatever data its key gave it.
 */
export function isMissing({ owner }: Pick<AccountSnapshot, 'owner'>): boolean {
  return owner === null || owner === SYSTEM_PROGRAM_ADDRESS;
}

export function findAccount(sample: Sample, address: string): AccountSnapshot | undefined {
  return sample.accounts.find((account) => account.address === address);
}

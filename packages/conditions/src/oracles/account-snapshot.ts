import type { Address, ReadonlyUint8Array } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';

/**
 * The bytes of an account that a clause can read: up to the largest 16-bit offset plus the widest
 * operand. The program hashes as many (READABLE_BYTES_MAX in program/src/fact.rs).
 */
export const READABLE_BYTES_MAX = 0xffff + 32;

/** An account at one slot. If the owner is null, it did not exist. */
export interface AccountSnapshot {
  readonly address: Address;
  readonly owner: Address | null;
  readonly data: ReadonlyUint8Array;
}

/** Accounts that were read together at one slot, so that they are consistent. */
export interface Sample {
  readonly slot: bigint;
  readonly observedAt: UnixSeconds;
  readonly accounts: readonly AccountSnapshot[];
  /** A count of holders, which needs more accounts than a sample can hold. */
  readonly holders?: HolderCount;
  /** A count of launches, which are transactions. */
  readonly launches?: LaunchCount;
}

export interface HolderCount {
  readonly mint: Address;
  readonly count: bigint;
  /** Minimum holding in base units. Holders of less were not counted. */
  readonly minimumBaseUnits: bigint;
  /** What the largest holders have together, in base units. Left out: not added up. */
  readonly largest?: bigint;
  /** False if the source stopped before it had read every account. */
  readonly isComplete: boolean;
  /** Left out itself: there was nothing to leave out, or an earlier version counted. */
  readonly leftOut?: LeftOut;
}

/** The owners of the vaults of pools, which are not counted as holders. */
export interface LeftOut {
  readonly count: number;
  /** What they hold together, in base units. */
  readonly amount: bigint;
  /** Those that hold the most, with the program of their pool. */
  readonly largest: readonly PoolHolding[];
}

interface PoolHolding {
  readonly owner: Address;
  readonly program: Address;
  readonly amount: bigint;
}

/** Tokens that were launched from a time on. */
export interface LaunchCount {
  readonly launchpad: string;
  readonly event: string;
  readonly from: UnixSeconds;
  /** Not included. */
  readonly to: UnixSeconds;
  /** The nodes that agree. */
  readonly nodes: number;
  /** By final transactions. */
  readonly count: number;
  /** With those that may still be dropped. */
  readonly seen: number;
  /** The root of the Merkle tree of those that are counted: see launch-leaves.ts. */
  readonly root: string;
  /** False: there may be more. */
  readonly isCurrent: boolean;
  /** The period was over, and the nodes listed the same. */
  readonly isFinal: boolean;
}

/**
 * The same rule as in the program: an account of the System program was never created or is closed,
 * whatever lamports or data it has.
 */
export function isMissing({ owner }: Pick<AccountSnapshot, 'owner'>): boolean {
  return owner === null || owner === SYSTEM_PROGRAM_ADDRESS;
}

export function findAccount(sample: Sample, address: string): AccountSnapshot | undefined {
  return sample.accounts.find((account) => account.address === address);
}

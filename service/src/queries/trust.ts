// Which keys have power over markets, as `trust` of `GET /v1/config` reports it.
import type { Address } from '@solana/kit';
import type { Amount, Currency, FeeRates, UnixSeconds } from '@tote/domain';

export interface Trust {
  /** May replace the program; null: nobody. */
  readonly upgradeAuthority: Address | null;
  readonly admin: Address;
  /** This and the next three are null while there is no such key. */
  readonly guardian: Address | null;
  readonly operator: Address | null;
  readonly oracle: Address | null;
  /** Of UTILITY. */
  readonly mintAuthority: Address | null;
  /** How long a change is announced before it takes effect. */
  readonly changeDelaySeconds: number;
  /** SHA-256 of the deployed code without trailing zeros, hex. */
  readonly programHash: string;
  /** Whether that is program/tote.so of this service; null: the file does not exist. */
  readonly programMatches: boolean | null;
  readonly pendingChange: PendingChange | null;
}

/** The whole Config from `effectiveAt` on. */
export interface PendingChange {
  readonly effectiveAt: UnixSeconds;
  readonly admin: Address;
  readonly guardian: Address | null;
  readonly operator: Address | null;
  readonly oracle: Address | null;
  readonly treasury: Address;
  readonly feeRates: FeeRates;
  readonly minimumStake: Readonly<Record<Currency, Amount>>;
  readonly vetoSeconds: number;
  readonly leadSeconds: number;
  readonly horizonSeconds: number;
  readonly changeDelaySeconds: number;
  readonly knownPrograms: readonly Address[];
}

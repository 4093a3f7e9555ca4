// Whom one trusts with a market here, beside the program itself: `trust` of `GET /v1/config`.
import type { Address } from '@solana/kit';
import type { Amount, Currency, FeeRates, UnixSeconds } from '@tote/domain';

export interface Trust {
  /** Who may replace the program; null: nobody, ever. */
  readonly upgradeAuthority: Address | null;
  readonly admin: Address;
  /** These four are null while there is nobody. */
  readonly guardian: Address | null;
  readonly operator: Address | null;
  readonly oracle: Address | null;
  /** Of UTILITY. */
  readonly mintAuthority: Address | null;
  /** How long a change is public before it takes effect. */
  readonly changeDelaySeconds: number;
  /** SHA-256 of the deployed code without the zeros at its end, hex. */
  readonly programHash: string;
  /** Whether that is program/tote.so of this service; null: there is no file to compare with. */
  readonly programMatches: boolean | null;
  readonly pendingChange: PendingChange | null;
}

/** Everything that the Config will say from `effectiveAt` on. */
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
  readonly changeDelaySeconds: number;
  readonly knownPrograms: readonly Address[];
}

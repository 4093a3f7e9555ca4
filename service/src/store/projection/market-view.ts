// A market in domain types, made from a row of the projection.

import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type { ParsedCondition } from '@tote/conditions/condition';
import type {
  Amount,
  Currency,
  FeeRates,
  Outcome,
  Pools,
  RefundReason,
  UnixSeconds,
} from '@tote/domain';
import type { MarketSource } from '@tote/program-client';

export interface MarketView {
  readonly id: MarketId;
  readonly address: Address;
  readonly creator: Address;
  readonly question: string;
  readonly tokenAddress: string | null;
  /** Canonical text, as on chain. */
  readonly condition: string;
  /** Parsed on first use, and cached by its text. */
  readonly parsedCondition: ParsedCondition;
  readonly currency: Currency;
  readonly source: MarketSource;
  /** The oracle, or the account of a state fact. */
  readonly subject: Address;
  readonly factOwner: Address;
  readonly isTriggered: boolean;
  /** Its fact, once true, stays true. */
  readonly isLatched: boolean;
  /** When its fact holds, the outcome is No. */
  readonly isInverted: boolean;
  readonly isGated: boolean;
  /** Bets must pass the account of its fact. Once the fact is met, the program refuses them. */
  readonly takesFactAccount: boolean;
  readonly isCustom: boolean;
  /** Why what decides it on chain is not what its condition says; null when they match. */
  readonly mismatch: string | null;
  readonly minimumStake: Amount;
  readonly feeRates: FeeRates;
  readonly vetoSeconds: number;
  readonly createdAt: UnixSeconds;
  readonly closesAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  readonly refundAt: UnixSeconds;
  readonly sequence: bigint;
  readonly pools: Pools;
  readonly bets: number;
  readonly end: MarketEnd | null;
  /** Set by `DisabledOracles`: it takes no bets and is refunded, unless its end is final. */
  readonly isOracleDisabled?: boolean;
  readonly createdSignature: string;
}

/** The result of a market that has ended, as on chain. */
export interface MarketEnd {
  readonly kind: 'resolved' | 'refunded';
  readonly outcome: Outcome | null;
  readonly refundReason: RefundReason | null;
  readonly resolvedAt: UnixSeconds;
  /** The outcome is final from then on. Equal to resolvedAt without a veto time. */
  readonly vetoEndsAt: UnixSeconds;
  readonly burn: Amount;
  readonly developer: Amount;
  readonly distributable: Amount;
  readonly evidenceHash: string | null;
  readonly openPositions: number | null;
  readonly areFeesMoved: boolean;
  readonly dust: Amount;
  /** The position of its burn share in the buyback's queue. */
  readonly burnTotal: bigint | null;
  readonly signature: string | null;
}

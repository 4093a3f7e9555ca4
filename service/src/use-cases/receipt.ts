// What decided a market and who was paid, seen from the edge: a part of use-cases.ts.
import type { Address } from '@solana/kit';
import type { Amount, Outcome, Pools, UnixSeconds } from '@tote/domain';
import type { Sample } from '@tote/oracles/account-snapshot';
import type { Clause } from '@tote/program-client';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';

export interface Receipt {
  readonly market: MarketView;
  readonly end: MarketEnd;
  readonly rule: ReceiptRule;
  /** Null when there is none: a refund, or an oracle or an observer other than us. */
  readonly evidence: ReceiptEvidence | null;
  /** What the guardian turned into a refund. */
  readonly vetoedOutcome: Outcome | null;
  readonly settlement: {
    readonly positions: number;
    readonly credited: number;
    readonly paid: Amount;
  };
  /** A page of them. */
  readonly payouts: readonly PayoutRecord[];
  /** In the order in which they happened; settlements are those of the page. */
  readonly transactions: readonly ReceiptTransaction[];
  readonly buyback: ReceiptBuyback | null;
}

export interface ReceiptRule {
  readonly source: 'fact' | 'oracle' | 'attested';
  /** SHA-256 of the texts, hex. */
  readonly questionHash: string;
  readonly conditionHash: string;
  /** The same as the chain has them. Null when they are not in the projection yet. */
  readonly onChain: { readonly questionHash: string; readonly conditionHash: string } | null;
  readonly oracle: Address | null;
  readonly fact: ReceiptFact | null;
}

interface ReceiptFact {
  readonly kind: 'timed' | 'state';
  /** Null for a timed fact: any account of the owner may bear witness. */
  readonly account: Address | null;
  readonly owner: Address;
  readonly clauses: readonly Clause[];
}

export interface ReceiptEvidence {
  readonly text: string;
  /** What the hash on chain is made of. */
  readonly hashOf: 'account' | 'text';
  /** SHA-256 of that, computed from what is served here, hex. */
  readonly hash: string;
  readonly observations: readonly Sample[];
  readonly attestation: {
    readonly outcome: Outcome;
    readonly evidence: string;
    readonly wallet: string;
    readonly createdAt: UnixSeconds;
  } | null;
}

export interface PayoutRecord {
  readonly wallet: Address | null;
  /** The account that was credited. */
  readonly bettor: Address;
  readonly stakes: Pools;
  readonly payout: Amount;
  /** Null while it is pending. */
  readonly credited: {
    readonly signature: string;
    readonly slot: bigint;
    readonly at: UnixSeconds;
  } | null;
}

export const RECEIPT_TRANSACTIONS = [
  'created',
  'resolved',
  'vetoed',
  'refunded',
  'settled',
  'closed',
  'collected',
  'bought_back',
] as const;

export interface ReceiptTransaction {
  readonly kind: (typeof RECEIPT_TRANSACTIONS)[number];
  readonly signature: string;
  readonly slot: bigint;
  readonly at: UnixSeconds;
}

interface ReceiptBuyback {
  readonly converted: Amount;
  readonly utilityBurned: Amount;
  readonly isComplete: boolean;
}

export interface PayoutPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
}

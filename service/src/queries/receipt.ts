// Types of the receipt of a market: what decided it and who was paid.
import type { Address } from '@solana/kit';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import type { SampleHashes } from '@tote/conditions/sample-hashes';
import type { WebFetch } from '@tote/conditions/web/web-round';
import type { Amount, Outcome, Pools, UnixSeconds } from '@tote/domain';
import type { Clause } from '@tote/program-client';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';

export interface Receipt {
  readonly market: MarketView;
  readonly end: MarketEnd;
  readonly rule: ReceiptRule;
  /** Null for a refund, or when another oracle or another sender resolved the market. */
  readonly evidence: ReceiptEvidence | null;
  /** Of web sources, newest first. */
  readonly failedRounds: readonly ReceiptFailedRound[];
  /** The outcome that was vetoed. */
  readonly vetoedOutcome: Outcome | null;
  readonly settlement: {
    readonly positions: number;
    readonly credited: number;
    readonly paid: Amount;
  };
  /** One page. */
  readonly payouts: readonly PayoutRecord[];
  /** In order of execution; only the settlements of the page. */
  readonly transactions: readonly ReceiptTransaction[];
  readonly buyback: ReceiptBuyback | null;
}

export interface ReceiptRule {
  readonly source: 'fact' | 'oracle' | 'attested';
  /** SHA-256 of the texts, hex. */
  readonly questionHash: string;
  readonly conditionHash: string;
  /** The hashes on chain. Null when they are not in the projection yet. */
  readonly onChain: { readonly questionHash: string; readonly conditionHash: string } | null;
  /** The samples that a relative threshold was computed from. */
  readonly baseline: string | null;
  readonly oracle: Address | null;
  readonly fact: ReceiptFact | null;
}

interface ReceiptFact {
  readonly kind: 'timed' | 'state';
  /** Null for a timed fact: any account of the owner can be the evidence. */
  readonly account: Address | null;
  readonly owner: Address;
  readonly clauses: readonly Clause[];
}

/** A fetch with the value that was found in it. */
export interface FetchedSource {
  readonly fetch: WebFetch;
  /** As text; null with the reason if it has none. */
  readonly value: string | null;
  readonly failure: string | null;
}

/** A round of fetches that did not decide. */
export interface ReceiptFailedRound {
  readonly at: UnixSeconds;
  readonly reason: string;
  readonly fetches: readonly FetchedSource[];
}

export interface ReceiptEvidence {
  readonly text: string;
  /** The input of the hash on chain. */
  readonly hashOf: 'account' | 'text';
  /** SHA-256 of that input, computed from this receipt, hex. */
  readonly hash: string;
  readonly observations: readonly Sample[];
  /** Of samples that were not kept; null if the evidence names none. */
  readonly sampleHashes: SampleHashes | null;
  /** The answers of web sources that decided, one per source. */
  readonly fetches: readonly FetchedSource[];
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

export interface SampleHashPage {
  readonly marketId: string;
  readonly offset: number;
}

export interface PayoutPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this Bettor in the list. */
  readonly after?: Address;
}

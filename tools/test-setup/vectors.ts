// The cases of vectors/*.json, which both languages read.
import { readFileSync } from 'node:fs';
import type { Address } from '@solana/kit';
import type { Clause } from '@tote/program-client';

/** Every case has a name. Integers are decimal strings, because JSON numbers lose digits. */
export interface VectorCase {
  readonly name: string;
  readonly source?: string;
}

export interface PayoutCase extends VectorCase {
  currency: 'SOL' | 'UTILITY';
  decimals: string;
  burnBps: string;
  developerBps: string;
  outcome: 'Yes' | 'No' | null;
  noOutcomeReason: 'deadline' | 'veto' | null;
  pools: { yes: string; no: string };
  positions: { stakeYes: string; stakeNo: string }[];
  unrelated?: {
    configBurnBpsNow?: string;
    configDeveloperBpsNow?: string;
    donatedToVault?: string;
  };
  expected: {
    refunded: boolean;
    refundReason: 'nobody_won' | 'deadline' | 'veto' | null;
    winningOutcome: 'Yes' | 'No' | null;
    burn: string;
    developer: string;
    distributable: string;
    dust: string;
    payouts: string[];
    payoutRatio: { Yes: string; No: string };
    feesCollected: { burned: string; developer: string };
  };
}

export interface FactCase extends VectorCase {
  clauses: VectorClause[];
  encoded: string;
  expiresAt: string;
  expected: 'Met' | 'NotMet' | 'Invalid';
  /** The name of an account dump, or else its bytes in hex. */
  account?: string;
  data?: string;
}

interface VectorClause {
  offset: number;
  type: string;
  comparator: string;
  /** A number, or 32 bytes in hex. */
  value?: string;
  secondsAfterExpiry?: string;
}

/** A condition of the service as the fact that it is compiled to. */
export interface CompiledFactCase extends Omit<VectorCase, 'source'> {
  condition: { type: string };
  tokenAddress: string | null;
  mint?: { program: Address; decimals: number };
  pythReceiver?: Address;
  expiresAt: string;
  canonical: string;
  source: 'timed' | 'state';
  /** Null for a timed fact, which any account may show. */
  account: Address | null;
  factOwner: Address;
  clauseCount: number;
  clauses: string;
  isTriggered: boolean;
  isLatched: boolean;
  closesEarly: boolean;
  observations: {
    name: string;
    /** Null: there is no account. */
    owner: Address | null;
    data: string;
    secondsAfterExpiry: string;
    /** An outcome, or the error that the program answers. */
    expected: string;
  }[];
}

export interface AccountCase extends VectorCase {
  owner: string;
  address?: string;
  data: string;
}

export interface WindowCase extends VectorCase {
  start: { highest: string; seen: string[] };
  steps: { id: string; verdict: 'Fresh' | 'Duplicate' | 'IdTooOld' | 'IdTooFar' }[];
  expected: { highest: string; seen: string[] };
}

export type BuybackCase = AuctionPriceCase | AuctionRefillCase;

export interface AuctionPriceCase extends VectorCase {
  kind: 'price';
  clearingPrice: string;
  roundStartedAt: string;
  roundSeconds: string;
  now: string;
  expected:
    | { error: 'RoundSold' }
    | (Record<'clearingPrice' | 'roundStartedAt' | 'startPrice' | 'endPrice' | 'price', string> & {
        afterSale: Record<'clearingPrice' | 'roundStartedAt', string>;
      });
}

export interface AuctionRefillCase extends VectorCase {
  kind: 'refill';
  lot: string;
  reserveBefore: string;
  reserveAfter: string;
  roundStartedAt: string;
  now: string;
  expected: { roundStartedAt: string };
}

export function readVectors<Case>(file: string): Case[] {
  const url = new URL(`../../vectors/${file}`, import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { cases: Case[] }).cases;
}

export function toClause({ value, secondsAfterExpiry, ...clause }: VectorClause): Clause {
  if (secondsAfterExpiry !== undefined) {
    return { ...clause, secondsAfterExpiry: BigInt(secondsAfterExpiry) } as Clause;
  }
  const isBytes = clause.type === 'bytes32';
  const operand = isBytes ? Buffer.from(value ?? '', 'hex') : BigInt(value ?? '');
  return { ...clause, value: operand } as Clause;
}

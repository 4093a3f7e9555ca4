// The types of all tables for Kysely. Integers are bigint in both engines; functions in journal/
// and projection/ return domain types. Addresses, signatures and hashes are text. Times are Unix
// seconds, except in `feed.created_at` and where a comment says milliseconds.

import type { LeaseTables } from './lease-tables.ts';
import type { LedgerTables } from './ledger-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { ReadingTables } from './reading-tables.ts';

/** What cannot be derived from the chain. Never dropped. */
export interface JournalTables extends LeaseTables, PaymentTables {
  settings: { name: string; value: string };

  api_keys: {
    /** Public: `key_<16 characters>`, the part of the key that lists show. */
    id: string;
    /** SHA-256 of the whole key, hex. */
    hash: string;
    wallet: string;
    name: string;
    /** Words of `SCOPES`, separated by spaces. */
    scopes: string;
    created_at: bigint;
    expires_at: bigint | null;
    revoked_at: bigint | null;
    last_used_at: bigint | null;
    /** The key that made it, which takes it along when it is revoked. */
    made_by: string | null;
    /** The wallet had no account on chain: it ends then, unless the wallet has one. */
    provisional_until: bigint | null;
    /** Where it was made from; null: this machine. */
    address: string | null;
  };

  /** Wallet signatures that were used. */
  nonces: {
    wallet: string;
    nonce: string;
    /** SHA-256 of the signed text, hex: an identical retry with the same key is accepted. */
    request_hash: string;
    idempotency_key: string | null;
    expires_at: bigint;
  };

  /** One row per Idempotency-Key of a wallet. */
  requests: {
    wallet: string;
    idempotency_key: string;
    /** SHA-256 of method, path and body, hex. */
    request_hash: string;
    /** The id or signature of what it created: the answer is rendered from that. */
    reference: string | null;
    /** The stored answer; null while it is pending or when `reference` gives it. */
    status: bigint | null;
    body: string | null;
    created_at: bigint;
  };

  /** The next bet id of a bettor in an epoch of its delegate, and how many were allocated last. */
  bet_counters: { bettor: string; epoch: bigint; next_id: bigint; count: bigint | null };

  /** Transactions that we signed or co-signed, stored before they are sent. */
  submissions: {
    signature: string;
    /** `place-bets`, `create-market`, `wallet` (signed by a wallet too), `faucet`. */
    kind: string;
    wire: Uint8Array;
    last_valid_block_height: bigint;
    /**
     * `pending`, `landed` (bets are deleted then), `failed` (on chain), `refused` (never sent on),
     * `expired`.
     */
    state: string;
    /** The submission that replaced it after it expired. */
    replaced_by: string | null;
    market_id: string | null;
    /** The reason for `state`: an error code and its params as JSON. */
    error: string | null;
    /** The bets that it contains, as text: see `formatBets`. */
    bets: string | null;
    created_at: bigint;
    decided_at: bigint | null;
  };

  /** Bets that we submitted as delegate and that failed. */
  submitted_bets: {
    /** `bet_<bettor>_<epoch>_<id>` */
    bet_id: string;
    wallet: string;
    bettor: string;
    epoch: bigint;
    id_number: bigint;
    market_id: string;
    /** 1 = Yes, 2 = No */
    outcome: bigint;
    amount: bigint;
    /** The submission that contains it. */
    signature: string;
    /** `pending`, `confirmed`, `failed` */
    state: string;
    /** The pools after the bet, once confirmed. */
    pool_yes: bigint | null;
    pool_no: bigint | null;
    /** `{code, params}` as JSON, once failed. */
    error: string | null;
    idempotency_key: string | null;
    created_at: bigint;
    decided_at: bigint | null;
  };

  /** What `prepare` built for a wallet to sign. */
  prepared: {
    /** SHA-256 of the message, hex. */
    message_hash: string;
    wallet: string;
    /** `account`, `bet`, `create-market` */
    kind: string;
    market_id: string | null;
    /** What it will do, as JSON. The answer is rendered from it when it lands. */
    intent: string;
    last_valid_block_height: bigint;
    created_at: bigint;
    /** The first submission with this message; null before. */
    signature: string | null;
  };

  attestations: {
    market_id: string;
    outcome: bigint;
    evidence: string;
    wallet: string;
    created_at: bigint;
  };

  /** Observations, stored before a market is resolved by them. */
  evidence: {
    market_id: string;
    /** SHA-256 of the observed account's data, hex. The chain has that of the deciding one. */
    hash: string;
    text: string;
    created_at: bigint;
  };

  /** Accounts that were read for measured markets. Kept while a market may need the bytes. */
  samples: {
    /** Names the accounts that were read. Markets about the same accounts share samples. */
    source: string;
    slot: bigint;
    observed_at: bigint;
    /** In the format of the evidence. */
    sample: string;
  };

  /**
   * Times of rounds of web sources that agreed; from earlier versions also of samples whose bytes
   * were not kept.
   */
  sample_marks: { market_id: string; sampled_at: bigint };

  /** Hashes and times of good samples of open markets whose bytes were not kept. */
  sample_hashes: {
    market_id: string;
    /** The time of the first. A row belongs to the process that began it. */
    started_at: bigint;
    /** Packed, at most an hour. */
    hashes: Uint8Array;
  };

  /** The hashes whose Merkle root is in the evidence, page by page. */
  evidence_hashes: {
    market_id: string;
    evidence_hash: string;
    page: bigint;
    hashes: Uint8Array;
  };

  /** Rounds of fetches from web sources that did not decide. */
  web_rounds: { market_id: string; fetched_at: bigint; reason: string; fetches: string };

  /** The warnings that the creator got, as JSON. */
  market_warnings: { market_id: string; warnings: string };

  /** The samples that relative thresholds were computed from. */
  baselines: { market_id: string; text: string };

  /** The outbox of the feed. Ids have no gaps and grow in the order of commits. */
  feed: {
    /** Of the event, or of the last of them. */
    id: bigint;
    /** Of a row for several events: a JSON list of whom each is about. Null: one event. */
    bettors: string | null;
    type: string;
    market_id: string | null;
    wallet: string | null;
    /** JSON */
    data: string;
    created_at: bigint;
  };

  /** Finds the rows for several events by whom they are about. */
  feed_bettors: { bettor: string; feed_id: bigint };

  /** Where the feed is posted to, and how far. Secrets are derived, not stored. */
  webhooks: {
    /** `whk_<16 characters>` */
    id: string;
    wallet: string;
    url: string;
    /** JSON, or null for all. */
    types: string | null;
    markets: string | null;
    /** 1: only what concerns its wallet. */
    is_own_wallet: bigint;
    /** Where it was made from; null: this machine. */
    address: string | null;
    /** 1: its receiver has taken an event. */
    answered: bigint;
    /** Counts its secrets. */
    generation: bigint;
    /** SHA-256 of the present one, hex. */
    secret_hash: string;
    /** Until when the one before is used too. */
    previous_until: bigint | null;
    created_at: bigint;
    ended_at: bigint | null;
    end_reason: string | null;
    /** Everything up to this event is delivered, or does not match. */
    last_event_id: bigint;
    /** Attempts since the last event that was taken. The next two are milliseconds. */
    failures: bigint;
    failing_since_ms: bigint | null;
    next_try_ms: bigint | null;
    /** The newest attempts, as JSON. */
    deliveries: string;
  };

  /** PostgreSQL only: limits that replicas share. Milliseconds, by the database server's clock. */
  rate_limits: { key: string; due_at: bigint };
}

/** Derived from landed transactions. A rebuild replaces them. */
export interface ProjectionTables extends LedgerTables, ReadingTables {
  transactions: {
    signature: string;
    slot: bigint;
    block_time: bigint;
    /** Null when it succeeded; otherwise the error as JSON. */
    error: string | null;
  };

  bettors: { address: string; wallet: string };

  markets: {
    /** `market_<address>` */
    id: string;
    address: string;
    creator: string;
    question: string;
    /** The canonical condition, as on chain. */
    condition: string;
    token_address: string | null;
    currency: bigint;
    flags: bigint;
    source: bigint;
    subject: string;
    fact_owner: string;
    nonce: bigint;
    minimum_stake: bigint;
    burn_bps: bigint;
    developer_bps: bigint;
    veto_seconds: bigint;
    created_at: bigint;
    closes_at: bigint;
    expires_at: bigint;
    refund_at: bigint;
    /** Of the market's newest event: an older event changes nothing. */
    sequence: bigint;
    pool_yes: bigint;
    pool_no: bigint;
    bets: bigint;
    /** 1 open, 2 resolved, 3 refunded: as in the account. */
    state: bigint;
    /** 0 none, 1 Yes, 2 No */
    outcome: bigint;
    /** 0 none, 1 nobody_won, 2 deadline, 3 veto, 4 oracle_disabled */
    refund_reason: bigint;
    resolved_at: bigint | null;
    veto_ends_at: bigint | null;
    evidence_hash: string | null;
    burn: bigint;
    developer: bigint;
    distributable: bigint;
    open_positions: bigint | null;
    /** 1 when the fees and the dust were moved to the vault. */
    fees_moved: bigint;
    dust: bigint;
    /** `burn_total` of the vault when the fees moved: the position in the buyback's queue. */
    burn_total: bigint | null;
    account_closed: bigint;
    created_signature: string;
    resolved_signature: string | null;
    created_slot: bigint;
    /** For finding markets that ask the same; see conditions/market-keys.ts. */
    question_key: string;
    condition_key: string;
    /** Why its condition is not what decides it; see conditions/find-mismatch.ts. Usually null. */
    mismatch: string | null;
    /** See conditions/decided-by-word.ts. */
    decided_by: string;
    /** Read by version 0.1.0 only. */
    bits: bigint;
  };

  /** The words of the questions of listed markets, in the order in which lists have them. */
  market_words: {
    word: string;
    /** `created_slot` and `nonce` of the market. */
    slot: bigint;
    number: bigint;
    market_id: string;
  };

  /** Every bet of every `place_bets` that landed and was accepted. */
  bets: {
    signature: string;
    /** The index of the instruction in the transaction, counting inner ones in order. */
    instruction: bigint;
    position: bigint;
    /** `bet_<bettor>_<epoch>_<id>`; a wallet's own: `bet_<signature>_<instruction>_<position>` */
    bet_id: string;
    market_id: string;
    bettor: string;
    outcome: bigint;
    amount: bigint;
    pool_yes: bigint;
    pool_no: bigint;
    /** Of its event. */
    sequence: bigint;
    slot: bigint;
    placed_at: bigint;
  };

  /** The sum of a bettor's accepted bets in a market, and what it was paid. */
  positions: {
    market_id: string;
    bettor: string;
    stake_yes: bigint;
    stake_no: bigint;
    /** Null until settled. */
    payout: bigint | null;
    settled_signature: string | null;
    settled_at: bigint | null;
  };

  /** Buybacks and collections of fees, per currency. */
  fee_events: {
    signature: string;
    instruction: bigint;
    /** `collected` or `bought_back` */
    kind: string;
    currency: bigint;
    developer: bigint;
    burned: bigint;
    /** UTILITY paid for a lot; 0 for `collected`. */
    price: bigint;
    burned_total: bigint;
    utility_burned_total: bigint;
    slot: bigint;
  };

  /** What decides a market, as in its account and the instruction that created it. Hex. */
  market_rules: {
    market_id: string;
    question_hash: string;
    condition_hash: string;
    /** Empty unless a fact decides. */
    clauses: string;
    clause_count: bigint;
  };

  /** The transactions that ended and closed a market. Bets and positions have their own. */
  market_transactions: {
    market_id: string;
    /** `resolved`, `vetoed`, `refunded` or `closed` */
    kind: string;
    signature: string;
    slot: bigint;
    block_time: bigint;
  };
}

export type Tables = JournalTables & ProjectionTables;

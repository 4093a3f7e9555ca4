// The types of all tables for Kysely. Integers are bigint in both engines; functions in journal/
// and projection/ return domain types. Addresses, signatures and hashes are text. Times are Unix
// seconds, except in `feed.created_at` and where a comment says milliseconds.
import type { ProjectionTables } from './projection-tables.ts';

export interface JournalTables {
  settings: { name: string; value: string };

  api_keys: {
    /** Public: `key_<16 characters>`, the part of the key that lists show. */
    id: string;
    hash: string;
    wallet: string;
    name: string;
    /** Words of `SCOPES`, separated by spaces. */
    scopes: string;
    created_at: bigint;
    expires_at: bigint | null;
    revoked_at: bigint | null;
    last_used_at: bigint | null;
    /** The key that made it, which takes it along when it is revoked; or `sandbox`. */
    made_by: string | null;
    /** The wallet had no account on chain: it ends then, unless the wallet has one. */
    provisional_until: bigint | null;
    address: string | null;
  };

  nonces: {
    wallet: string;
    nonce: string;
    request_hash: string;
    idempotency_key: string | null;
    expires_at: bigint;
  };

  requests: {
    wallet: string;
    idempotency_key: string;
    request_hash: string;
    reference: string | null;
    /** The stored answer; null while it is pending or when `reference` gives it. */
    status: bigint | null;
    body: string | null;
    created_at: bigint;
  };

  /** The next bet id of a bettor in an epoch of its delegate, and how many were allocated last. */
  bet_counters: { bettor: string; epoch: bigint; next_id: bigint; count: bigint | null };

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
    replaced_by: string | null;
    market_id: string | null;
    /** The reason for `state`: an error code and its params as JSON. */
    error: string | null;
    bets: string | null;
    created_at: bigint;
    decided_at: bigint | null;
  };

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
    signature: string;
    /** `pending`, `confirmed`, `failed` */
    state: string;
    pool_yes: bigint | null;
    pool_no: bigint | null;
    /** `{code, params}` as JSON, once failed. */
    error: string | null;
    idempotency_key: string | null;
    created_at: bigint;
    decided_at: bigint | null;
  };

  prepared: {
    message_hash: string;
    wallet: string;
    /** `account`, `bet`, `create-market`, `veto`. */
    kind: string;
    market_id: string | null;
    /** What it will do, as JSON. The answer is rendered from it when it lands. */
    intent: string;
    last_valid_block_height: bigint;
    created_at: bigint;
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

  samples: { source: string; slot: bigint; observed_at: bigint; sample: string };

  /** Times of rounds of web sources that agreed; from earlier versions also of samples. */
  sample_marks: { market_id: string; sampled_at: bigint };

  /** Hashes and times of good samples of open markets whose bytes were not kept. */
  sample_hashes: {
    market_id: string;
    /** The time of the first. A row belongs to the process that began it. */
    started_at: bigint;
    /** Packed, at most an hour. */
    hashes: Uint8Array;
  };

  evidence_hashes: { market_id: string; evidence_hash: string; page: bigint; hashes: Uint8Array };

  web_rounds: { market_id: string; fetched_at: bigint; reason: string; fetches: string };

  market_warnings: { market_id: string; warnings: string };

  baselines: { market_id: string; text: string };

  /** The outbox of the feed. Ids have no gaps and grow in the order of commits. */
  feed: {
    /** The id of the event, or of the last one. */
    id: bigint;
    /** If the row is several events: a JSON list of whom each is about. */
    bettors: string | null;
    type: string;
    market_id: string | null;
    wallet: string | null;
    data: string;
    created_at: bigint;
  };

  feed_bettors: { bettor: string; feed_id: bigint };

  /** What the operator has hidden, and until when. */
  hidden_markets: {
    market_id: string;
    reason: string;
    hidden_by: string;
    hidden_at: bigint;
    unhidden_at: bigint | null;
  };

  /** Where the feed is posted to, and how far. Secrets are derived, not stored. */
  webhooks: {
    id: string;
    wallet: string;
    url: string;
    types: string | null;
    markets: string | null;
    /** 1: only what concerns its wallet. */
    is_own_wallet: bigint;
    address: string | null;
    /** 1: its receiver has taken an event. */
    answered: bigint;
    /** Counts its secrets, from 1. */
    generation: bigint;
    secret_hash: string;
    previous_until: bigint | null;
    created_at: bigint;
    ended_at: bigint | null;
    end_reason: string | null;
    last_event_id: bigint;
    /** Attempts since the last event that was taken. The next two are milliseconds. */
    failures: bigint;
    failing_since_ms: bigint | null;
    next_try_ms: bigint | null;
    deliveries: string;
  };

  /** PostgreSQL only: limits that replicas share. Milliseconds, by the database server's clock. */
  rate_limits: { key: string; due_at: bigint };

  paid_fees: { wallet: string; day: bigint; lamports: bigint };

  paid_rents: {
    creator: string;
    market_id: string;
    lamports: bigint;
    expires_at: bigint;
    day: bigint;
  };

  series: {
    id: string;
    wallet: string;
    /** A `SeriesTemplate` as JSON. */
    template: string;
    created_at: bigint;
    stopped_at: bigint | null;
    /** The start of the last round that was opened or skipped. */
    reached: bigint;
    missed: bigint;
  };

  // PostgreSQL only.
  /** The replicas that run, until when by the database server's clock, in milliseconds. */
  replicas: { id: string; roles: string; lock: bigint; expires_at: bigint };

  leases: { name: string; holder: string };
}

export type Tables = JournalTables & ProjectionTables;

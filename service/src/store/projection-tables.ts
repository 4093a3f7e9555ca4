export interface ProjectionTables {
  transactions: { signature: string; slot: bigint; block_time: bigint; error: string | null };

  bettors: { address: string; wallet: string };

  markets: {
    id: string;
    address: string;
    creator: string;
    question: string;
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
    /** The sequence of the market's newest event: an older event changes nothing. */
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
    decided_by: string;
    /** Read by version 0.1.0 only. */
    bits: bigint;
  };

  market_words: { word: string; slot: bigint; number: bigint; market_id: string };

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
    sequence: bigint;
    slot: bigint;
    placed_at: bigint;
  };

  positions: {
    market_id: string;
    bettor: string;
    stake_yes: bigint;
    stake_no: bigint;
    payout: bigint | null;
    settled_signature: string | null;
    settled_at: bigint | null;
  };

  fee_events: {
    signature: string;
    instruction: bigint;
    /** `collected` or `bought_back` */
    kind: string;
    currency: bigint;
    developer: bigint;
    burned: bigint;
    price: bigint;
    burned_total: bigint;
    utility_burned_total: bigint;
    slot: bigint;
  };

  market_rules: {
    market_id: string;
    question_hash: string;
    condition_hash: string;
    clauses: string;
    clause_count: bigint;
  };

  market_transactions: {
    market_id: string;
    /** `resolved`, `vetoed`, `refunded` or `closed` */
    kind: string;
    signature: string;
    slot: bigint;
    block_time: bigint;
  };

  profits: {
    currency: bigint;
    bettor: string;
    /** Payouts less stakes, of all days. Sums beyond 64 bits stay at their limit. */
    profit: bigint;
    staked: bigint;
    won: bigint;
    lost: bigint;
    refunded: bigint;
    /** The last day with a settlement, in days since 1970, UTC; and the profit of that day. */
    day: bigint;
    day_profit: bigint;
    /** The first day in `week_profit`; null if that has none. See `startWeek`. */
    week_from: bigint | null;
    week_profit: bigint;
  };

  /** What happened on a day (days since 1970, UTC), per currency. Day 0 has the sums of all. */
  totals: {
    currency: bigint;
    day: bigint;
    volume: bigint;
    bets: bigint;
    bettors: bigint;
    paid: bigint;
    burned: bigint;
  };

  /** Who bet on a day, for `totals.bettors`. Day 0 has everybody. */
  bettor_days: { currency: bigint; day: bigint; bettor: string };

  transfers: {
    signature: string;
    instruction: bigint;
    bettor: string;
    /**
     * `deposit`, `withdrawal`, `sweep` (a withdrawal by `autoWithdraw`), or `forfeit`: a rest that
     * is left when an account is closed. Version 0.1.0 stored sweeps as withdrawals.
     */
    kind: string;
    currency: bigint;
    amount: bigint;
    slot: bigint;
    block_time: bigint;
  };

  cursors: { name: string; signature: string; slot: bigint };

  listed_signatures: { position: bigint; signature: string; slot: bigint };
}

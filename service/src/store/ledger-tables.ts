// Tables of the projection that sum up what bets came to.

export interface LedgerTables {
  /** What a bettor's settled positions came to, per currency. */
  profits: {
    currency: bigint;
    bettor: string;
    /** Payouts less stakes, of all days. Sums beyond 64 bits stay at their limit. */
    profit: bigint;
    staked: bigint;
    /** Numbers of positions. */
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
    /** Different ones that bet. */
    bettors: bigint;
    /** Payouts and refunds. */
    paid: bigint;
    /** Burn shares and dust that went to the vault. */
    burned: bigint;
  };

  /** Who bet on a day, for `totals.bettors`. Day 0 has everybody. */
  bettor_days: { currency: bigint; day: bigint; bettor: string };

  /** What changes balances besides bets and payouts. */
  transfers: {
    signature: string;
    instruction: bigint;
    bettor: string;
    /** `deposit`, `withdrawal`, or `forfeit`: a rest that is left when an account is closed. */
    kind: string;
    currency: bigint;
    amount: bigint;
    slot: bigint;
    block_time: bigint;
  };
}

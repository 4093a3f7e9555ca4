/** What the relayer paid for others. */
export interface PaymentTables {
  /** Fees that the relayer paid for transactions that wallets signed. */
  paid_fees: {
    wallet: string;
    /** Days since 1970, UTC. */
    day: bigint;
    lamports: bigint;
  };

  /** Rents that the relayer paid for markets whose account may still be open. */
  paid_rents: {
    creator: string;
    market_id: string;
    lamports: bigint;
    expires_at: bigint;
    /** When it was paid, in days of UTC since 1970. */
    day: bigint;
  };
}

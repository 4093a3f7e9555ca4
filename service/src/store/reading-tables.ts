// Tables of the projection that say how far the indexer has read the chain.

export interface ReadingTables {
  cursors: { name: string; signature: string; slot: bigint };

  /**
   * Signatures that wait to be applied: of a span that is too long to list it in memory. Nodes list
   * the newest first, and the oldest is applied first.
   */
  listed_signatures: {
    /** Counts up from the newest. */
    position: bigint;
    signature: string;
    slot: bigint;
  };
}

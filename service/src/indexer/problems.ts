// What keeps a landed transaction from being applied.

import type { MarketId } from '@tote/chain/ids';
import type { MarketRow } from '../store/projection/market-row.ts';

/** What it is about, and why. */
class MarketProblem extends Error {
  readonly signature: string;
  readonly marketId: MarketId;

  constructor(signature: string, marketId: MarketId, reason: string) {
    super(`${marketId}: ${reason} (transaction ${signature})`);
    this.signature = signature;
    this.marketId = marketId;
  }
}

/** Something before it is not applied yet: once everything is, it can be. */
export class OutOfOrder extends MarketProblem {
  override readonly name = 'OutOfOrder';
}

/** The event disagrees with our arithmetic. No order of events can explain it. */
export class Contradiction extends MarketProblem {
  override readonly name = 'Contradiction';
}

/** An instruction left no event: the accounts must say what it did. */
export class EventMissing extends Error {
  override readonly name = 'EventMissing';
  readonly signature: string;
  readonly instruction: number;
  /** Its market as everything before it has left it. */
  readonly row: MarketRow | undefined;

  constructor(signature: string, instruction: number, row: MarketRow | undefined) {
    super(`instruction ${instruction} of ${signature} left no event`);
    this.signature = signature;
    this.instruction = instruction;
    this.row = row;
  }
}

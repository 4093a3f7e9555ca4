import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { type MarketId, marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import type { EventName, LandedInstruction } from '@tote/program-client';
import type { MarketRow } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';

class MarketProblem extends Error {
  readonly signature: string;
  readonly marketId: MarketId;

  constructor(signature: string, marketId: MarketId, reason: string) {
    super(`${marketId}: ${reason} (transaction ${signature})`);
    this.signature = signature;
    this.marketId = marketId;
  }
}

/** An earlier transaction is not applied yet. It can be applied after that one. */
export class OutOfOrder extends MarketProblem {
  override readonly name = 'OutOfOrder';
}

/** The event disagrees with our arithmetic, in any order of events. */
export class Contradiction extends MarketProblem {
  override readonly name = 'Contradiction';
}

/** The opening of an account is not applied yet, so that its wallet is not known. */
export class OpeningMissing extends Error {
  override readonly name = 'OpeningMissing';
  readonly signature: string;

  constructor(signature: string, bettor: string) {
    super(`${bettor} was not opened yet (transaction ${signature})`);
    this.signature = signature;
  }
}

/** The event of an instruction is missing. What it did must be derived from accounts. */
export class EventMissing extends Error {
  override readonly name = 'EventMissing';
  readonly signature: string;
  readonly instruction: number;
  readonly row: MarketRow | undefined;

  constructor(signature: string, instruction: number, row: MarketRow | undefined) {
    super(`instruction ${instruction} of ${signature} left no event`);
    this.signature = signature;
    this.instruction = instruction;
    this.row = row;
  }
}

export interface ReconcileSources {
  readonly chain: Chain;
  readonly db: Db;
}

export interface Missing extends ReconcileSources {
  readonly landed: LandedTransaction;
  readonly instruction: number;
  readonly source: LandedInstruction;
}

export interface MissingInMarket extends Missing {
  readonly market: Address;
  readonly row: MarketRow;
}

export const changeOf = <const Event extends { readonly name: EventName }>(
  { instruction }: Missing,
  event: Event,
) => ({ name: event.name as Event['name'], instruction, event });

export const irreconcilable = ({ landed, market }: MissingInMarket, what: string): Contradiction =>
  new Contradiction(landed.signature, marketIdOf(market), `an event is missing: ${what}`);

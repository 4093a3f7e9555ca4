// An instruction whose event is missing, and the sources from which it is reconciled.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import type { LandedInstruction } from '@tote/program-client';
import type { MarketRow } from '../../store/projection/market-row.ts';
import type { Db } from '../../store/store.ts';
import { Contradiction } from '../problems.ts';

export interface ReconcileSources {
  readonly chain: Chain;
  /** Everything before this transaction is applied to it. */
  readonly db: Db;
}

export interface Missing extends ReconcileSources {
  readonly landed: LandedTransaction;
  readonly instruction: number;
  readonly source: LandedInstruction;
}

export interface MissingInMarket extends Missing {
  readonly market: Address;
  /** The market before the instruction. */
  readonly row: MarketRow;
}

/** The sources do not determine what the instruction did. */
export function irreconcilable({ landed, market }: MissingInMarket, what: string): Contradiction {
  return new Contradiction(landed.signature, marketIdOf(market), `an event is missing: ${what}`);
}

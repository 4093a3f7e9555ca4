// An instruction whose event is missing, and where to look for what it did.
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
  /** Everything before this transaction is in it. */
  readonly db: Db;
}

export interface Missing extends ReconcileSources {
  readonly landed: LandedTransaction;
  readonly instruction: number;
  readonly source: LandedInstruction;
}

export interface MissingInMarket extends Missing {
  readonly market: Address;
  /** As it was before the instruction. */
  readonly row: MarketRow;
}

/** What the accounts do not tell either. */
export function unknowable({ landed, market }: MissingInMarket, what: string): Contradiction {
  return new Contradiction(landed.signature, marketIdOf(market), `an event is missing: ${what}`);
}

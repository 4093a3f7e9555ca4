import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { CheckGate } from '../../admission/check-gate.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Store } from '../../store/store.ts';
import type { ServiceConfig } from '../../use-cases/use-cases.ts';
import type { SubmissionRunner } from '../runner.ts';

/** What building a transaction for a wallet takes. */
export interface PrepareContext {
  readonly chain: Chain;
  readonly store: Store;
  /** Pays the fee of every transaction; the operator of gated markets. */
  readonly relayer: Pick<Key, 'address' | 'sign'>;
  readonly config: Pick<ServiceConfig, 'utilityMint' | 'decimals' | 'isOperatorDisabled'>;
  /** After a sign that the Config has changed. Never rejects. */
  readonly refreshConfig?: () => Promise<unknown>;
  readonly wallMs: () => number;
  /** On the embedded chain we pay the rent of Bettors; elsewhere the wallet does. */
  readonly paysRent: boolean;
}

export interface PrepareBetContext extends PrepareContext {
  /** Reads what a gated market is about, and throws once its condition is met. */
  readonly checkGate?: CheckGate;
  findMarket(id: string): Promise<MarketView | undefined>;
}

/** What sending a transaction that a wallet signed takes. */
export interface SubmitContext extends PrepareBetContext {
  readonly runner: SubmissionRunner;
  /** What is remembered of the wallet's Bettor may be out of date now. */
  forgetBettor?(wallet: Address): void;
  /** How long an answer waits for the chain; left out: as long as the API promises. */
  readonly confirmWaitMs?: number;
}

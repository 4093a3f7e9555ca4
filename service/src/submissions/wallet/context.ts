import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Store } from '../../store/store.ts';
import type { ServiceConfig } from '../../use-cases/use-cases.ts';
import type { CheckGate } from '../check-gate.ts';
import type { PriorityFees } from '../priority-fees.ts';
import type { PaymentLimits } from '../relayer-payments.ts';
import type { Relayers } from '../relayers.ts';
import type { SubmissionRunner } from '../runner.ts';

/** What preparing a transaction for a wallet needs. */
export interface PrepareContext {
  readonly chain: Chain;
  readonly store: Store;
  /** The operator pays fees unless the wallet does, and signs in gated markets. */
  readonly relayers: Relayers;
  readonly config: Pick<
    ServiceConfig,
    | 'utilityMint'
    | 'tokenProgram'
    | 'decimals'
    | 'leadSeconds'
    | 'isOperatorDisabled'
    | 'refuseUnlandable'
  >;
  /** Reads the Config again, after an error that suggests a change. Never rejects. */
  readonly refreshConfig?: () => Promise<unknown>;
  readonly wallMs: () => number;
  /** On the embedded chain we pay the rent of Bettors and markets; elsewhere the wallet does. */
  readonly paysRent: boolean;
  readonly limits: PaymentLimits;
  /** Left out: no priority fees are paid. */
  readonly fees?: Pick<PriorityFees, 'offer' | 'unreserved' | 'payIn'>;
}

export interface PrepareBetContext extends PrepareContext {
  /** Measures the condition of a gated market, and throws once it is met. */
  readonly checkGate?: CheckGate;
  findMarket(id: string): Promise<MarketView | undefined>;
}

/** What sending a transaction that a wallet signed needs. */
export interface SubmitContext extends PrepareBetContext {
  readonly runner: SubmissionRunner;
  /** Removes the wallet's Bettor from the cache, because it may be outdated. */
  forgetBettor?(wallet: Address): void;
  /** How long a reply waits for the chain; left out: as long as the API allows. */
  readonly confirmWaitMs?: number;
}

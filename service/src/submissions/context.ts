import type { Address } from '@solana/kit';
import type { ServiceConfig } from '../settings/service-config.ts';
import type { RentLimits } from '../store/journal/payments.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Log } from '../telemetry/log.ts';
import type { CheckGate } from './check-gate.ts';
import type { CheckStakes } from './check-stakes.ts';
import type { PriorityFees } from './priority-fees.ts';
import type { Relayers } from './relayers.ts';
import type { RunnerContext, SubmissionRunner } from './runner.ts';

export interface PaymentLimits extends RentLimits {
  readonly rentFor: 'accounts' | 'all';
  readonly rentDaysMax: number;
  readonly feesPerWallet: bigint;
}

export interface CommandContext extends RunnerContext {
  readonly runner: SubmissionRunner;
  readonly relayers: Relayers;
  readonly config: ServiceConfig;
  /** Reads the Config again, after an error that suggests a change. Never rejects. */
  readonly refreshConfig: () => Promise<unknown>;
  readonly limits: PaymentLimits;
  /** Undefined where no priority fees are paid: on the embedded chain. */
  readonly fees: Pick<PriorityFees, 'quote' | 'offer' | 'unreserved' | 'payIn'> | undefined;
  /** On the embedded chain we pay the rent of Bettors and markets; on a cluster the wallet does. */
  readonly isCluster: boolean;
  readonly confirmWaitMs: number;
  readonly checkGate: CheckGate;
  readonly checkStakes: CheckStakes;
  readonly bettors: { forget(wallet: Address): void };
  readonly log: Log;
  findMarket(id: string): Promise<MarketView | undefined>;
}

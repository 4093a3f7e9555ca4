import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import type { BetContext } from '../../bets/context.ts';
import type { WebReader } from '../../keeper/observe/web/web-reader.ts';
import type { PaymentLimits } from '../../submissions/relayer-payments.ts';
import type { ServiceConfig } from '../../use-cases/use-cases.ts';

/** What creating a market needs, with or without a first stake. */
export interface MarketContext extends Omit<BetContext, 'config'> {
  readonly config: Pick<
    ServiceConfig,
    | 'decimals'
    | 'minimumStake'
    | 'oracle'
    | 'refuseUnlandable'
    | 'feeRates'
    | 'vetoSeconds'
    | 'leadSeconds'
    | 'horizonSeconds'
    | 'knownPrograms'
    | 'isOperatorDisabled'
    | 'operatorDisabledBelow'
    | 'isOracleDisabled'
  >;
  /** Of the rent that we pay. */
  readonly limits: PaymentLimits;
  /** Left out: no updates of price feeds are posted. */
  readonly priceUpdates?: PriceUpdates;
  /** Left out: no web source is listed. */
  readonly web?: WebReader;
}

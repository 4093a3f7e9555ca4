import type { PriceUpdates } from '@tote/oracles/price-updates';
import type { ServiceConfig } from '../../use-cases/use-cases.ts';
import type { BetContext } from '../bets/context.ts';

/** What a market's creation needs, with a first stake or without. */
export interface MarketContext extends Omit<BetContext, 'config'> {
  readonly config: Pick<
    ServiceConfig,
    | 'decimals'
    | 'minimumStake'
    | 'oracle'
    | 'feeRates'
    | 'vetoSeconds'
    | 'knownPrograms'
    | 'isOperatorDisabled'
    | 'isOracleDisabled'
  >;
  /** After a sign that the Config has changed. Never rejects. */
  readonly refreshConfig?: () => Promise<unknown>;
  /** Left out: nobody posts updates of price feeds. */
  readonly priceUpdates?: PriceUpdates;
}

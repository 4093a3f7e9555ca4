// Which markets have a disabled oracle. Nobody can decide them any more, so they are refunded.
import type { Address } from '@solana/kit';
import type { LiveConfig } from '@tote/chain/live-config';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { formatInstant } from '@tote/domain';
import type { Market } from '@tote/program-client';
import { LRUCache } from 'lru-cache';
import type { MarketView } from '../store/projection/market-view.ts';
import { NotResolvableYet } from './not-resolvable-yet.ts';

const GENERATIONS_MAX = 20_000;

interface DisabledOraclesOptions {
  readonly live: Pick<LiveConfig, 'current'>;
  findMarketAccount(address: Address): Promise<Market | null>;
}

export type IsOracleDisabled = (market: Pick<MarketView, 'address' | 'source'>) => Promise<boolean>;

/** A market stores the generation of its oracle; the Config says which generations are valid. */
export function createIsOracleDisabled(options: DisabledOraclesOptions): IsOracleDisabled {
  const { live, findMarketAccount } = options;
  // A market's generation never changes.
  const generations = new LRUCache<Address, number>({ max: GENERATIONS_MAX });
  return async (market) => {
    const { oracleDisabledBelow } = live.current;
    if (oracleDisabledBelow === 0 || !isOracleMarket(market)) return false;
    let generation = generations.get(market.address);
    if (generation === undefined) {
      generation = (await findMarketAccount(market.address))?.oracleGeneration;
      if (generation === undefined) return false;
      generations.set(market.address, generation);
    }
    return generation < oracleDisabledBelow;
  };
}

export function describeDisabled({ refundAt }: Pick<MarketView, 'refundAt'>): string {
  return `its refund at ${formatInstant(refundAt)}, because its oracle is disabled`;
}

/** Called before anything is stored, because the program would refuse the oracle's signature. */
export async function requireOracle(
  { isOracleDisabled }: { readonly isOracleDisabled?: IsOracleDisabled },
  market: MarketView,
): Promise<void> {
  if (!(await isOracleDisabled?.(market))) return;
  throw new NotResolvableYet(`It waits for ${describeDisabled(market)}.`);
}

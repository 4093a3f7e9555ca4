import { decodeLaunchLabPool, LAUNCHLAB_STATUS } from '../layouts/launchlab-pool.ts';
import { LAUNCHLAB_PROGRAM } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { type PoolReader, priceOfReserves } from './pool-price.ts';

/** The price on a launch's curve: (virtual + real quote) / (virtual - real base). */
export const readLaunchLabPrice: PoolReader = (account, _sample, priced) => {
  if (account.owner !== LAUNCHLAB_PROGRAM) return undefined;
  const decoded = decodeLaunchLabPool(account);
  if (!decoded.ok) return decoded;
  const pool = decoded.value;
  if (pool.baseMint !== priced.mint || pool.quoteMint !== priced.quoteMint) return undefined;
  if (pool.status !== LAUNCHLAB_STATUS.onCurve) {
    return unreadable('inactive', 'the launch has left its curve');
  }
  if (pool.baseDecimals !== priced.decimals) {
    return unreadable('decimals_changed', 'pool and mint name different decimals');
  }
  const reserves = {
    base: pool.virtualBase - pool.realBase,
    quote: pool.virtualQuote + pool.realQuote,
  };
  return priceOfReserves(account, reserves, priced);
};

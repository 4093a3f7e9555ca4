import { decodePumpCurve } from '../layouts/pump-curve.ts';
import { PUMP_PROGRAM } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { type PoolReader, priceOfReserves } from './pool-price.ts';

/**
 * The price on an active bonding curve. A curve does not contain its mint, so the caller must have
 * derived its address from the mint. The depth is the virtual reserve, which determines the price.
 */
export const readPumpCurvePrice: PoolReader = (account, _sample, priced) => {
  if (account.owner !== PUMP_PROGRAM) return undefined;
  const decoded = decodePumpCurve(account);
  if (!decoded.ok) return decoded;
  const curve = decoded.value;
  if (curve.quoteMint !== priced.quoteMint) return undefined;
  if (curve.isComplete) return unreadable('inactive', 'the bonding curve is complete');
  const reserves = { base: curve.virtualTokenReserves, quote: curve.virtualQuoteReserves };
  return priceOfReserves(account, reserves, priced);
};

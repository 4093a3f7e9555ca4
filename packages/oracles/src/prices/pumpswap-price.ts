import { decodePumpSwapPool } from '../layouts/pumpswap-pool.ts';
import { PUMPSWAP_PROGRAM } from '../programs.ts';
import { type PoolReader, priceOfReserves, readVaults } from './pool-price.ts';

/** Either mint may be the base; the virtual reserve belongs to the pool's own quote side. */
export const readPumpSwapPrice: PoolReader = (account, sample, priced) => {
  if (account.owner !== PUMPSWAP_PROGRAM) return undefined;
  const decoded = decodePumpSwapPool(account);
  if (!decoded.ok) return decoded;
  const { baseMint, quoteMint, baseVault, quoteVault, virtualQuoteReserves } = decoded.value;
  const isStraight = baseMint === priced.mint && quoteMint === priced.quoteMint;
  const isTurned = quoteMint === priced.mint && baseMint === priced.quoteMint;
  if (!isStraight && !isTurned) return undefined;
  const own = { base: { vault: baseVault, mint: baseMint } };
  const vaults = readVaults(sample, own.base, { vault: quoteVault, mint: quoteMint });
  if (!vaults.ok) return vaults;
  const { base } = vaults.value;
  const quote = vaults.value.quote + virtualQuoteReserves;
  const reserves = isStraight ? { base, quote } : { base: quote, quote: base };
  return priceOfReserves(account, reserves, priced);
};

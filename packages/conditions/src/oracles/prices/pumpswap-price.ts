import { decodePumpSwapPool } from '../layouts/pumpswap-pool.ts';
import { PUMPSWAP_PROGRAM } from '../programs.ts';
import { type PoolReader, priceOfReserves, readVaults } from './pool-price.ts';

/** Either mint may be the base. The virtual reserve belongs to the pool's quote side. */
export const readPumpSwapPrice: PoolReader = (account, sample, priced) => {
  if (account.owner !== PUMPSWAP_PROGRAM) return undefined;
  const decoded = decodePumpSwapPool(account);
  if (!decoded.ok) return decoded;
  const { baseMint, quoteMint, baseVault, quoteVault, virtualQuoteReserves } = decoded.value;
  const isDirect = baseMint === priced.mint && quoteMint === priced.quoteMint;
  const isInverted = quoteMint === priced.mint && baseMint === priced.quoteMint;
  if (!isDirect && !isInverted) return undefined;
  const own = { base: { vault: baseVault, mint: baseMint } };
  const vaults = readVaults(sample, own.base, { vault: quoteVault, mint: quoteMint });
  if (!vaults.ok) return vaults;
  const { base } = vaults.value;
  const quote = vaults.value.quote + virtualQuoteReserves;
  const reserves = isDirect ? { base, quote } : { base: quote, quote: base };
  return priceOfReserves(account, reserves, priced);
};

import type { Address } from '@solana/kit';
import { getCloseMarketInstruction, type Market } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import type { KeeperContext } from '../submissions/land-and-ingest.ts';
import { landBatched } from '../submissions/land-batched.ts';

interface CloseMarketContext extends KeeperContext {
  findMarketAccount(address: Address): Promise<Pick<Market, 'rentPayer'> | null>;
}

/**
 * Moves a settled market's fees to the vault. From its expiry on it also closes the account and
 * returns the rent. A market that ended early is closed twice: for its fees, then for its rent.
 */
export async function closeMarket(
  context: CloseMarketContext,
  market: Pick<MarketView, 'address' | 'currency'>,
): Promise<void> {
  const { chain, keys } = context;
  const account = await context.findMarketAccount(market.address);
  // Somebody else closed it; the indexer will update the projection.
  if (!account) throw new Error('the account is closed already');
  const { vaultSol, vaultUtility } = chain.addresses;
  const instruction = getCloseMarketInstruction(
    {
      market: market.address,
      vault: market.currency === 'SOL' ? vaultSol : vaultUtility,
      rentPayer: account.rentPayer,
    },
    { programAddress: chain.programAddress },
  );
  await landBatched(context, instruction, [keys.keeper]);
}

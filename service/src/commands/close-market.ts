import type { Address } from '@solana/kit';
import { getCloseMarketInstruction, type Market } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Actor } from './landing/land-and-ingest.ts';
import { type LandTogether, landTogether } from './landing/land-together.ts';

interface CloseMarketContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  readonly together?: LandTogether;
  findMarketAccount(address: Address): Promise<Pick<Market, 'rentPayer'> | null>;
}

/**
 * Moves a settled market's fees to the vault; from its expiry on also closes the account and gives
 * the rent back. A market that ended early is closed twice: for its fees, then for its rent.
 */
export async function closeMarket(
  context: CloseMarketContext,
  market: Pick<MarketView, 'address' | 'currency'>,
): Promise<void> {
  const { chain, keys } = context;
  const account = await context.findMarketAccount(market.address);
  // Somebody else was faster, and the projection will hear of it.
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
  await landTogether(context, instruction, [keys.keeper]);
}

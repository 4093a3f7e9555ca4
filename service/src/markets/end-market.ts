import type { Address } from '@solana/kit';
import {
  getCloseMarketInstruction,
  getRefundMarketInstruction,
  getVetoMarketInstruction,
  type Market,
} from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import { type KeeperContext, landBatched } from '../submissions/land-and-ingest.ts';

export async function refundMarket(context: KeeperContext, market: Pick<MarketView, 'address'>) {
  const { chain, keys } = context;
  const { programAddress, addresses } = chain;
  const accounts = { market: market.address, config: addresses.config };
  const instruction = getRefundMarketInstruction(accounts, { programAddress });
  await landBatched(context, instruction, [keys.keeper]);
}

/** Turns the outcome of a disabled oracle into a refund, which anyone may do in its veto time. */
export async function vetoMarket(context: KeeperContext, market: Pick<MarketView, 'address'>) {
  const { chain, keys } = context;
  const { programAddress, addresses } = chain;
  const authority = keys.keeper.signer;
  const accounts = { authority, config: addresses.config, market: market.address };
  const instruction = getVetoMarketInstruction(accounts, { programAddress });
  await landBatched(context, instruction, [keys.keeper]);
}

interface CloseMarketContext extends KeeperContext {
  findMarketAccount(address: Address): Promise<Pick<Market, 'rentPayer'> | null>;
}

/** Moves the fees to the vault, and from the expiry on also closes the account for its rent. */
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

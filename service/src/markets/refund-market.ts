import { getRefundMarketInstruction, getVetoMarketInstruction } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import type { KeeperContext } from '../submissions/land-and-ingest.ts';
import { landBatched } from '../submissions/land-batched.ts';

/** Refunds every stake without an outcome: from `refundAt` on, or once its oracle is disabled. */
export async function refundMarket(
  context: KeeperContext,
  market: Pick<MarketView, 'address'>,
): Promise<void> {
  const { chain, keys } = context;
  const { programAddress, addresses } = chain;
  const accounts = { market: market.address, config: addresses.config };
  const instruction = getRefundMarketInstruction(accounts, { programAddress });
  await landBatched(context, instruction, [keys.keeper]);
}

/** Turns the outcome of a disabled oracle into a refund, which anybody may in its veto time. */
export async function vetoMarket(
  context: KeeperContext,
  market: Pick<MarketView, 'address'>,
): Promise<void> {
  const { chain, keys } = context;
  const { programAddress, addresses } = chain;
  const authority = keys.keeper.signer;
  const accounts = { authority, config: addresses.config, market: market.address };
  const instruction = getVetoMarketInstruction(accounts, { programAddress });
  await landBatched(context, instruction, [keys.keeper]);
}

import { getRefundMarketInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../settings/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { LandingContext } from '../submissions/land-and-ingest.ts';
import { landBatched, type TransactionBatcher } from '../submissions/land-batched.ts';

export interface RefundMarketContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  readonly batcher?: TransactionBatcher;
}

/** Refunds every stake without an outcome: from `refundAt` on, or once its oracle is disabled. */
export async function refundMarket(
  context: RefundMarketContext,
  market: Pick<MarketView, 'address'>,
): Promise<void> {
  const { chain, keys } = context;
  const { programAddress, addresses } = chain;
  const accounts = { market: market.address, config: addresses.config };
  const instruction = getRefundMarketInstruction(accounts, { programAddress });
  await landBatched(context, instruction, [keys.keeper]);
}

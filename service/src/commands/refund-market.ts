import { getRefundMarketInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Actor } from './landing/land-and-ingest.ts';
import { type LandTogether, landTogether } from './landing/land-together.ts';

interface RefundMarketContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  readonly together?: LandTogether;
}

/** Gives every stake back once the market's `refundAt` has passed without an outcome. */
export async function refundMarket(
  context: RefundMarketContext,
  market: Pick<MarketView, 'address'>,
): Promise<void> {
  const { chain, keys } = context;
  const { programAddress } = chain;
  const instruction = getRefundMarketInstruction({ market: market.address }, { programAddress });
  await landTogether(context, instruction, [keys.keeper]);
}

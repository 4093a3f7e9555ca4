import type { Address } from '@solana/kit';
import { getResolveMarketInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Actor } from './land-and-ingest.ts';
import { type LandTogether, landTogether } from './land-together.ts';

export interface ResolveFactContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  readonly together?: LandTogether;
}

/** Shows the program the account that decides. The program reads it itself; no key has a say. */
export async function resolveFactMarket(
  context: ResolveFactContext,
  market: Pick<MarketView, 'address'>,
  observedAccount: Address,
): Promise<void> {
  const { chain, keys } = context;
  const instruction = getResolveMarketInstruction(
    { market: market.address, observedAccount },
    { programAddress: chain.programAddress },
  );
  await landTogether(context, instruction, [keys.keeper]);
}

import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { getResolveMarketInstruction } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import type { KeeperContext } from '../submissions/land-and-ingest.ts';
import { landOutcome } from './land-outcome.ts';

interface Observation {
  readonly observedAccount: Address;
  /** At which it was read. Left out: confirmed. */
  readonly commitment?: Preflight;
}

/** Resolves a market by an account that the program reads itself. No oracle key is involved. */
export async function resolveFactMarket(
  context: KeeperContext,
  market: Pick<MarketView, 'address'>,
  { observedAccount, commitment }: Observation,
): Promise<LandedTransaction> {
  const { chain, keys } = context;
  const instruction = getResolveMarketInstruction(
    { market: market.address, observedAccount },
    { programAddress: chain.programAddress },
  );
  return landOutcome(context, instruction, [keys.keeper], commitment);
}

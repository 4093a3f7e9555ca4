import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { getResolveMarketInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { landOutcome, type OutcomeActor } from './landing/land-outcome.ts';

interface ResolveFactContext extends OutcomeActor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

interface Observation {
  readonly observedAccount: Address;
  /** Where it was seen. Left out: confirmed. */
  readonly commitment?: Preflight;
}

/** Shows the program the account that decides. The program reads it itself; no key has a say. */
export async function resolveFactMarket(
  context: ResolveFactContext,
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

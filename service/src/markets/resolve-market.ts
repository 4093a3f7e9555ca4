import type { Key } from '@tote/chain/key';
import { hashEvidence } from '@tote/conditions/attested-evidence';
import type { Outcome } from '@tote/domain';
import { getResolveMarketInstruction, Outcome as ProgramOutcome } from '@tote/program-client';
import type { ServiceKeys } from '../settings/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { LandingContext } from '../submissions/land-and-ingest.ts';
import { landOutcome } from './land-outcome.ts';

export interface ResolveMarketContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper' | 'oracle'>;
}

interface DecidedOutcome {
  readonly outcome: Outcome;
  /** Its hash goes on chain. */
  readonly evidence: string;
  /** Left out: the keeper. */
  readonly payer?: Key;
}

/** Sends the outcome of a market that names our oracle. The program accepts only the first. */
export async function resolveMarket(
  context: ResolveMarketContext,
  market: Pick<MarketView, 'address'>,
  decided: DecidedOutcome,
): Promise<void> {
  const { chain, keys } = context;
  const { outcome, evidence, payer = keys.keeper } = decided;
  const instruction = getResolveMarketInstruction(
    {
      market: market.address,
      oracle: keys.oracle.signer,
      config: chain.addresses.config,
      outcome: outcome === 'Yes' ? ProgramOutcome.Yes : ProgramOutcome.No,
      evidenceHash: hashEvidence(evidence),
    },
    { programAddress: chain.programAddress },
  );
  await landOutcome(context, instruction, [payer, keys.oracle]);
}

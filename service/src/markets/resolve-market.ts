import type { Address, Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { retry } from '@tote/chain/lib/retry';
import { hashEvidence } from '@tote/conditions/attested-evidence';
import type { Outcome } from '@tote/domain';
import { getResolveMarketInstruction, Outcome as ProgramOutcome } from '@tote/program-client';
import type { ServiceKeys } from '../settings/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import {
  findProgramError,
  type KeeperContext,
  type LandingContext,
  landAndIngest,
  landBatched,
} from '../submissions/land-and-ingest.ts';

export interface ResolveMarketContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper' | 'oracle'>;
}

interface DecidedOutcome {
  readonly outcome: Outcome;
  readonly evidence: string;
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

/** Unless it can be vetoed, the program refuses an outcome in a slot with a bet: try the next. */
const RETRY_MS = 100;
/** More than it needs, even with the hash of the largest account. */
const UNITS = 100_000;
/** Not reached in practice: bets end at the market's cutoff or once its condition is met. */
const ATTEMPTS = 600;

/** At another commitment than `confirmed` it is not batched: a batch has one commitment. */
export async function landOutcome(
  context: LandingContext,
  instruction: Instruction,
  keys: readonly [Key, ...Key[]],
  preflight: Preflight = 'confirmed',
): Promise<LandedTransaction> {
  // The same bytes would return the old failure. Another limit makes a new transaction.
  const landAlone = (failures: number) =>
    landAndIngest(context, [instruction], keys, { preflight, computeUnitLimit: UNITS + failures });
  const land = (failures: number) => {
    // Only the first time: a retry must not fail the other parts of a batch.
    const isBatched = failures === 0 && preflight === 'confirmed';
    return isBatched ? landBatched(context, instruction, keys) : landAlone(failures);
  };
  return retry(land, {
    attempts: ATTEMPTS,
    pauseMs: () => RETRY_MS,
    signal: context.signal,
    isRetried: (error) =>
      findProgramError(error) === 'BetInThisSlot' && context.signal?.aborted !== true,
  });
}

interface Observation {
  readonly observedAccount: Address;
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

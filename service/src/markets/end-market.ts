import type { Address, Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { retry } from '@tote/chain/lib/retry';
import { hashEvidence } from '@tote/conditions/attested-evidence';
import type { Outcome } from '@tote/domain';
import {
  getCloseMarketInstruction,
  getRefundMarketInstruction,
  getResolveMarketInstruction,
  getVetoMarketInstruction,
  type Market,
  Outcome as ProgramOutcome,
} from '@tote/program-client';
import type { ServiceKeys } from '../settings/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import {
  findProgramError,
  type KeeperContext,
  type LandingContext,
  landAndIngest,
  landBatched,
} from '../submissions/land-and-ingest.ts';

export async function refundMarket(context: KeeperContext, market: Pick<MarketView, 'address'>) {
  const { chain, keys } = context;
  const accounts = { market: market.address, config: chain.addresses.config };
  const instruction = getRefundMarketInstruction(accounts, chain);
  await landBatched(context, instruction, [keys.keeper]);
}

/** Turns the outcome of a disabled oracle into a refund, which anyone may do in its veto time. */
export async function vetoMarket(context: KeeperContext, market: Pick<MarketView, 'address'>) {
  const { chain, keys } = context;
  const authority = keys.keeper.signer;
  const accounts = { authority, config: chain.addresses.config, market: market.address };
  const instruction = getVetoMarketInstruction(accounts, chain);
  await landBatched(context, instruction, [keys.keeper]);
}

export async function closeMarket(
  context: KeeperContext & {
    findMarketAccount(address: Address): Promise<Pick<Market, 'rentPayer'> | null>;
  },
  market: Pick<MarketView, 'address' | 'currency'>,
): Promise<void> {
  const { chain, keys } = context;
  const account = await context.findMarketAccount(market.address);
  // Somebody else closed it; the indexer will update the projection.
  if (!account) throw new Error('the account is closed already');
  const { vaultSol, vaultUtility } = chain.addresses;
  const vault = market.currency === 'SOL' ? vaultSol : vaultUtility;
  const accounts = { market: market.address, vault, rentPayer: account.rentPayer };
  const instruction = getCloseMarketInstruction(accounts, chain);
  await landBatched(context, instruction, [keys.keeper]);
}

export interface ResolveMarketContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper' | 'oracle'>;
}

export async function resolveMarket(
  context: ResolveMarketContext,
  market: Pick<MarketView, 'address'>,
  decided: { outcome: Outcome; evidence: string; payer?: Key },
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
    chain,
  );
  await landOutcome(context, instruction, [payer, keys.oracle]);
}

/** Unless it can be vetoed, the program refuses an outcome in a slot with a bet: try the next. */
const RETRY_MS = 100;
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
  const land = (failures: number) => {
    // Only the first time: a retry must not fail the other parts of a batch.
    const isBatched = failures === 0 && preflight === 'confirmed';
    if (isBatched) return landBatched(context, instruction, keys);
    // The same bytes would return the old failure. Another limit makes a new transaction.
    const options = { preflight, computeUnitLimit: UNITS + failures };
    return landAndIngest(context, [instruction], keys, options);
  };
  return retry(land, {
    attempts: ATTEMPTS,
    pauseMs: () => RETRY_MS,
    signal: context.signal,
    isRetried: (error) =>
      findProgramError(error) === 'BetInThisSlot' && context.signal?.aborted !== true,
  });
}

export async function resolveFactMarket(
  context: KeeperContext,
  market: Pick<MarketView, 'address'>,
  { observedAccount, commitment }: { observedAccount: Address; commitment?: Preflight },
): Promise<LandedTransaction> {
  const { chain, keys } = context;
  const accounts = { market: market.address, observedAccount };
  const instruction = getResolveMarketInstruction(accounts, chain);
  return landOutcome(context, instruction, [keys.keeper], commitment);
}

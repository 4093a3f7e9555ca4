// Signs and sends a transaction of the service itself, and waits until reads see its effects.
import type { Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import { type LandedTransaction, TransactionFailed } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import { listWritableAccounts } from '@tote/chain/writable-accounts';
import { defaultUnits } from '@tote/chain/write-transaction';
import { DomainError } from '@tote/domain';
import { type ErrorName, ToteInstruction } from '@tote/program-client';
import type { Indexer } from '../indexer/indexer.ts';
import type { ServiceKeys } from '../settings/keys.ts';
import {
  type CrashPoints,
  NO_CRASH_POINTS,
  type TransactionMoment,
} from '../telemetry/crash-points.ts';
import type { PriorityFees } from './priority-fees.ts';

/** What commands of the service itself need to send a transaction. */
export interface LandingContext {
  readonly chain: Chain;
  readonly indexer: Pick<Indexer, 'ingest'>;
  /** Left out: instructions are sent alone. */
  readonly batcher?: TransactionBatcher;
  /** Left out: no priority fees are paid. */
  readonly fees?: Pick<PriorityFees, 'quote'>;
  /** Where tests kill the process. */
  readonly crash?: CrashPoints;
  /** Stops the waiting. A transaction that was sent may still land. */
  readonly signal?: AbortSignal;
}

export interface TransactionBatcher {
  /** Like `landAndIngest`. If the batch fails because of another part, it is sent again alone. */
  land(
    context: LandingContext,
    instruction: Instruction,
    keys: readonly [Key, ...Key[]],
    units?: number,
  ): Promise<LandedTransaction>;
}

/** The keeper sends what is due, and pays for it. */
export interface KeeperContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

interface LandOptions {
  readonly computeUnitLimit?: number;
  readonly preflight?: Preflight;
}

export async function landAndIngest(
  context: LandingContext,
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  options?: LandOptions,
): Promise<LandedTransaction> {
  const { landed, ingested } = await landThenIngest(context, instructions, keys, options);
  await ingested;
  return landed;
}

/** It has landed when this resolves. Reads see it when `ingested` resolves. */
export async function landThenIngest(
  context: LandingContext,
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  options?: LandOptions,
): Promise<{ landed: LandedTransaction; ingested: Promise<void> }> {
  const { chain, indexer, signal, crash = NO_CRASH_POINTS } = context;
  const budget = await findBudget(context, instructions, options);
  const signed = await chain.sign(instructions, keys, { ...options, ...budget });
  const at = crashPointsOf(instructions);
  crash.reach(at('signed'));
  const preflight = options?.preflight;
  const sending = chain.lander.land({ ...signed, ...(preflight && { preflight }) }, signal);
  crash.reachSoon(at('sent'));
  const landing = await sending;
  switch (landing.kind) {
    case 'landed': {
      crash.reach(at('confirmed'));
      const { landed } = landing;
      const ingested = indexer.ingest([landed]).then(() => crash.reach(at('ingested')));
      if (!landed.error) return { landed, ingested };
      await ingested;
      throw new TransactionFailed(landed.error);
    }
    case 'refused':
      throw new TransactionFailed(landing.failure);
    case 'expired':
      throw new DomainError('chain_unavailable');
  }
}

/** The limit and the price of compute units, where they are paid for. */
async function findBudget(
  { fees }: Pick<LandingContext, 'fees'>,
  instructions: readonly Instruction[],
  { computeUnitLimit = defaultUnits(instructions.length) }: LandOptions = {},
) {
  const quote = await fees?.quote(listWritableAccounts(instructions));
  return quote && { computeUnitLimit, computeUnitPrice: quote.priceFor(computeUnitLimit) };
}

/** Named after the last instruction: those before it only prepare it. Its first byte is its tag. */
function crashPointsOf(instructions: readonly Instruction[]) {
  const tag = instructions.at(-1)?.data?.[0] ?? -1;
  const name = ToteInstruction[tag] as keyof typeof ToteInstruction;
  return (moment: TransactionMoment) => `${name} ${moment}` as const;
}

/** The name of the error, if our program returned it. */
export function findProgramError(error: unknown): ErrorName | undefined {
  return error instanceof TransactionFailed ? findProgramErrorName(error.failure) : undefined;
}

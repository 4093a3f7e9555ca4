import type { Instruction } from '@solana/kit';
import { DomainError } from '@tote/domain';
import { type ErrorName, findErrorName } from '@tote/program-client';
import type { Chain } from '../chain/chain.ts';
import type { Key } from '../chain/key.ts';
import { type LandedTransaction, TransactionFailed } from '../chain/landed.ts';
import type { Preflight } from '../chain/landing.ts';
import type { Indexer } from '../indexer/indexer.ts';

/** What commands without a caller act with. */
export interface Actor {
  readonly chain: Chain;
  readonly indexer: Pick<Indexer, 'ingest'>;
  /** Ends the waiting. What was sent may land all the same. */
  readonly signal?: AbortSignal;
}

/** Signs, sends, waits until it is confirmed, and until reads see it. */
export async function landAndIngest(
  { chain, indexer, signal }: Actor,
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  options?: { computeUnitLimit?: number; preflight?: Preflight },
): Promise<LandedTransaction> {
  const signed = await chain.sign(instructions, keys, options);
  const preflight = options?.preflight;
  const landing = await chain.lander.land({ ...signed, ...(preflight && { preflight }) }, signal);
  switch (landing.kind) {
    case 'landed':
      await indexer.ingest([landing.landed]);
      if (landing.landed.error) throw new TransactionFailed(landing.landed.error);
      return landing.landed;
    case 'refused':
      throw new TransactionFailed(landing.failure);
    case 'expired':
      throw new DomainError('chain_unavailable');
  }
}

/** The name of the program's error, if it was our program that refused. */
export function findProgramError(error: unknown): ErrorName | undefined {
  if (!(error instanceof TransactionFailed)) return undefined;
  const { customError } = error.failure;
  return customError === undefined ? undefined : findErrorName(customError);
}

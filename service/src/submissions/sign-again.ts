// Submissions whose blockhash expired: whether they may be signed again, and with what result.
import type { Address } from '@solana/kit';
import { readUnitLimit } from '@tote/chain/compute-units';
import { signAgain } from '@tote/chain/sign-again';
import { DomainError } from '@tote/domain';
import type { BetContext } from './bets/context.ts';
import { type Submission, withSigned } from './submission.ts';

/** How often a submission is signed at most, the first time included. */
export const TRIES_MAX = 3;

interface Again {
  /** That it writes, and that others may write, too. */
  readonly accounts: readonly Address[];
  /** How often it was signed before. */
  readonly tries: number;
}

/**
 * The same transaction with a new blockhash and a higher priority fee. Only the relayer must have
 * signed it.
 */
export async function signSubmissionAgain<S extends Submission>(
  { chain, relayer, fees }: Pick<BetContext, 'chain' | 'relayer' | 'fees'>,
  submission: S,
  { accounts, tries }: Again,
): Promise<S> {
  const [lifetime, quote] = await Promise.all([
    chain.blockhashes.latest(),
    fees?.quote(accounts, tries + 1),
  ]);
  const { signed: before } = submission;
  const price = quote?.priceFor(readUnitLimit(before.wire));
  const signed = signAgain(before, [relayer], lifetime, price);
  return withSigned(submission, signed, BigInt(chain.clock.now()));
}

/** The error of the checks; undefined if they pass. What is not a refusal may be retried. */
export async function findRefusal(check: () => Promise<void>): Promise<DomainError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error : new DomainError('chain_unavailable');
  }
}

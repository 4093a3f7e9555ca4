// Submissions whose blockhash expired: whether they may be signed again, and with what result.
import { signAgain } from '@tote/chain/sign-again';
import { DomainError } from '@tote/domain';
import type { BetContext } from './bets/context.ts';
import { type Submission, withSigned } from './submission.ts';

/** How often a submission is signed at most, the first time included. */
export const TRIES_MAX = 3;

/** The same transaction with a new blockhash. Only the relayer must have signed it. */
export async function signSubmissionAgain<S extends Submission>(
  { chain, relayer }: Pick<BetContext, 'chain' | 'relayer'>,
  submission: S,
): Promise<S> {
  const lifetime = await chain.blockhashes.latest();
  const signed = signAgain(submission.signed, [relayer], lifetime);
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

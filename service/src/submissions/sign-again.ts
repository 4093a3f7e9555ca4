// Submissions whose blockhash expired: whether they may be signed again, and with what result.
import type { Address } from '@solana/kit';
import { readUnitLimit } from '@tote/chain/compute-units';
import { aboutKeys } from '@tote/chain/config-errors';
import type { TransactionFailure } from '@tote/chain/landed';
import { signAgain } from '@tote/chain/sign-again';
import { splitTransaction } from '@tote/chain/split-transaction';
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import { readWire } from '@tote/chain/wire';
import { DomainError } from '@tote/domain';
import type { CommandContext } from './context.ts';
import { type Submission, withSigned } from './submission.ts';

export const TRIES_MAX = 3;

export const feePayerOf = ({ signed }: Submission): Address =>
  listSigners(signed.wire)[0] as Address;

/** Whether it failed because the previous operator signed it: sign it with the current one. */
export async function hasOldOperator(
  { relayers, refreshConfig }: CommandContext,
  { signed }: Submission,
  failure: TransactionFailure,
): Promise<boolean> {
  const name = findProgramErrorName(failure);
  if (!name || aboutKeys(name) !== 'operator_disabled') return false;
  await refreshConfig();
  return !listSigners(signed.wire).includes(relayers.operator.address);
}

const listSigners = (wire: Uint8Array): readonly Address[] =>
  readWire(wire).keys.slice(0, splitTransaction(wire).signatures.length);

/** With a new blockhash and a higher priority fee. Only our keys must have signed it. */
export async function signSubmissionAgain<S extends Submission>(
  { chain, relayers, fees }: CommandContext,
  submission: S,
  { accounts, tries }: { accounts: readonly Address[]; tries: number },
): Promise<S> {
  const [lifetime, quote] = await Promise.all([
    chain.blockhashes.latest(),
    fees?.quote(accounts, tries + 1),
  ]);
  const { signed: before } = submission;
  const price = quote?.priceFor(readUnitLimit(before.wire));
  const signed = signAgain(before, relayers.keys, lifetime, price);
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

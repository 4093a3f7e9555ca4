// Waits until a transaction is on chain, within the time limit of the call.
import type { CallOptions } from './call-options.ts';
import { createDeadline } from './deadline.ts';
import { ToteError, type ToteErrorCode } from './errors.ts';
import type { Bet, Operations, Transaction } from './generated/types.ts';

/** The commitment: confirmed by most of the cluster, or final. */
export type Wait = 'confirmed' | 'finalized';

const TIMEOUT_MS = 60_000;
const POLL_MS = 250;

export const isSettled = (state: string, wait: Wait) =>
  state === 'finalized' || (state === 'confirmed' && wait === 'confirmed');

/** Polls until the transaction is there. Throws if it failed. */
export async function settle<T extends Bet | Transaction>(
  { getTransaction }: Operations,
  wait: Wait,
  { signal, timeoutMs = TIMEOUT_MS }: CallOptions,
  ask: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(timeoutMs, signal);
  let sent = 'It';
  try {
    for (;;) {
      const options = { signal, timeoutMs: deadline.left() };
      const found = await ask(options);
      const { transactionId, error, errorCode } = found;
      sent = transactionId;
      let { state } = found as Transaction;
      if (state === 'failed') {
        const code = (errorCode ?? 'transaction_failed') as ToteErrorCode;
        throw new ToteError(code, error ?? code);
      }
      // Bets have no finality; their transaction, which may have been replaced, does.
      if (state === 'confirmed' && wait === 'finalized') {
        state = (await getTransaction({ transactionId }, options)).state;
      }
      if (isSettled(state, wait)) return { ...found, state };
      await deadline.pause(POLL_MS);
    }
  } catch (error) {
    if ((error as ToteError).code !== 'timed_out') throw error;
    throw new ToteError('timed_out', `${sent} was sent, but is not ${wait} yet.`);
  } finally {
    deadline.close();
  }
}

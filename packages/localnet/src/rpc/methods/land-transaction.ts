import type { Context } from '../context.ts';
import { config, expectCount, type Params } from '../params.ts';
import { getTransaction } from './get-transaction.ts';
import { sendTransaction } from './send-transaction.ts';

/**
 * Not one of Solana's: what `getTransaction` says of a transaction after `sendTransaction`, in one
 * journey, for a client in the same process. Takes the parameters of the one, then the settings of
 * the other.
 */
export async function landTransaction(params: Params, context: Context) {
  expectCount(params, 3, 3);
  const [transaction, sending, looking] = params;
  const signature = await sendTransaction([transaction, sending], context);
  try {
    return getTransaction([signature, config(looking)], context);
  } catch {
    // It has landed: no error may say otherwise. Whoever looks for it is told what is wrong.
    return null;
  }
}

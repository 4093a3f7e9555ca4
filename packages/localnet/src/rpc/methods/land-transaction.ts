import type { Context } from '../context.ts';
import { config, expectCount, type Params } from '../params.ts';
import { getTransaction } from './get-transaction.ts';
import { sendTransaction } from './send-transaction.ts';

/**
 * Not a Solana method: `sendTransaction` and then `getTransaction` in one round trip, for a client
 * in the same process. Takes the parameters of the first, then the settings of the second.
 */
export async function landTransaction(params: Params, context: Context) {
  expectCount(params, 3, 3);
  const [transaction, sendSettings, getSettings] = params;
  const signature = await sendTransaction([transaction, sendSettings], context);
  try {
    return getTransaction([signature, config(getSettings)], context);
  } catch {
    // It has landed, so no error may suggest that it failed. `getTransaction` shows the error.
    return null;
  }
}

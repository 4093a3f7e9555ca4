import type { Key } from '../../ledger/key.ts';
import type { Context } from '../context.ts';
import type { Params } from '../params.ts';
import { viewResult } from '../transaction-view.ts';
import { land } from './send-transaction.ts';

/**
 * Not a Solana method: sends a transaction and returns its result in one round trip, for a client
 * in the same process. It has the parameters of `sendTransaction`. The result has the form of
 * `getTransaction`, without what the client has sent and without balances.
 */
export async function landTransaction(params: Params, context: Context) {
  const signature = await land(params, context);
  try {
    return findResult(signature, context);
  } catch {
    // It has landed, so no error may suggest that it failed. `getTransaction` shows the error.
    return null;
  }
}

function findResult(signature: Key, { ledger }: Context) {
  const status = ledger.findStatus(signature, { searchHistory: true });
  const record = status && ledger.getRecord(status);
  if (!record) return null;
  return { slot: record.slot, blockTime: record.unixTimestamp, meta: viewResult(record.receipt) };
}

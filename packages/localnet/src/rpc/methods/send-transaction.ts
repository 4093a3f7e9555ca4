import type { Key } from '../../ledger/key.ts';
import type { WireTransaction } from '../../ledger/wire.ts';
import { type Context, checkMinContextSlot } from '../context.ts';
import { signatureText } from '../encodings.ts';
import {
  bool,
  config,
  expectCount,
  optional,
  type Params,
  strictCommitment,
  u64,
} from '../params.ts';
import { explainRefusal } from '../refusals.ts';
import { readTransactionParam } from '../transaction-input.ts';
import { viewResult } from '../transaction-view.ts';

export const sendTransaction = (params: Params, context: Context): Promise<string> =>
  land(params, context).then(signatureText);

function land(params: Params, context: Context): Promise<Key> {
  expectCount(params, 1, 2);
  const settings = config(params[1]);
  const isUnchecked = optional(settings.skipPreflight, bool) ?? false;
  const preflight = optional(settings.preflightCommitment, strictCommitment) ?? 'finalized';
  optional(settings.maxRetries, u64);
  const transaction = readTransactionParam(params[0], settings.encoding);
  const { ledger } = context;
  checkMinContextSlot(settings, ledger.slotAt(isUnchecked ? 'processed' : preflight));
  return submit(context, transaction, { isStrict: !isUnchecked });
}

export function submit(
  { ledger }: Context,
  transaction: WireTransaction,
  { isStrict }: { isStrict: boolean },
): Promise<Key> {
  return ledger.submit(transaction, { isStrict }).catch((error: unknown) => {
    throw explainRefusal(error);
  });
}

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

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

export const sendTransaction = (params: Params, context: Context): Promise<string> =>
  land(params, context).then(signatureText);

export function land(params: Params, context: Context): Promise<Key> {
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

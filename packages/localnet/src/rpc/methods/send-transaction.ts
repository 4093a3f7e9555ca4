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

/** Responds when the transaction is on disk. */
export function sendTransaction(params: Params, context: Context): Promise<string> {
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
): Promise<string> {
  return ledger.submit(transaction, { isStrict }).then(signatureText, (error: unknown) => {
    throw explainRefusal(error);
  });
}

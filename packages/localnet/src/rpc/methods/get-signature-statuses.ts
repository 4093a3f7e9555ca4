import type { Key } from '../../ledger/key.ts';
import { type Context, respond } from '../context.ts';
import { parseSignature } from '../encodings.ts';
import { bool, config, expectCount, malformed, optional, type Params, texts } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import { viewStatus } from '../transaction-view.ts';

const SIGNATURES_MAX = 256;

export function getSignatureStatuses(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const list = texts(params[0]);
  const searchHistory = readSearchHistory(params[1]);
  if (list.length > SIGNATURES_MAX) {
    throw invalidParams(`Too many inputs provided; max ${SIGNATURES_MAX}`);
  }
  const signatures = list.map(parseSignature);
  const value = signatures.map((signature) => statusOf(context, signature, searchHistory));
  return respond(context.ledger.clock.slot, value);
}

function readSearchHistory(value: unknown): boolean {
  const settings = optional(value, config);
  if (!settings) return false;
  if (settings.searchTransactionHistory === undefined) {
    throw malformed('missing field `searchTransactionHistory`');
  }
  return bool(settings.searchTransactionHistory);
}

function statusOf({ ledger }: Context, signature: Key, searchHistory: boolean) {
  const status = ledger.findStatus(signature, { searchHistory });
  if (!status) return null;
  const confirmationStatus = ledger.commitmentOf(status);
  const age = Number(ledger.clock.slot - status.slot);
  const confirmations = confirmationStatus === 'processed' ? 0 : age;
  return {
    slot: status.slot,
    confirmations: confirmationStatus === 'finalized' ? null : confirmations,
    err: status.error,
    status: viewStatus(status.error),
    confirmationStatus,
  };
}

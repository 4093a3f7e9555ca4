import { readTransaction } from '../../ledger/wire.ts';
import { type Context, checkAtLeastConfirmed } from '../context.ts';
import { parseSignature } from '../encodings.ts';
import {
  commitmentOf,
  config,
  expectCount,
  oneOf,
  optional,
  type Params,
  text,
  u8,
} from '../params.ts';
import { CODES, RpcError } from '../rpc-error.ts';
import { TRANSACTION_ENCODINGS } from '../transaction-input.ts';
import { viewTransaction } from '../transaction-view.ts';

export function getTransaction(params: Params, { ledger }: Context) {
  expectCount(params, 1, 2);
  const signature = parseSignature(text(params[0]));
  // The old form has only the encoding in place of the settings.
  const settings = config(typeof params[1] === 'string' ? { encoding: params[1] } : params[1]);
  const encoding = optional(settings.encoding, (name) => oneOf(name, TRANSACTION_ENCODINGS));
  const versionMax = optional(settings.maxSupportedTransactionVersion, u8);
  const commitment = commitmentOf(settings);
  checkAtLeastConfirmed(commitment);
  const status = ledger.findStatus(signature, { searchHistory: true });
  const reached = status && ledger.commitmentOf(status);
  const counts = reached === 'finalized' || reached === commitment;
  const record = status && counts ? ledger.getRecord(status) : undefined;
  if (!record) return null;
  return {
    slot: record.slot,
    blockTime: record.unixTimestamp,
    ...viewTransaction(record, encoding ?? 'json'),
    ...viewVersion(readTransaction(record.bytes).version, versionMax),
  };
}

/** A client that does not name a maximum version supports legacy transactions only. */
function viewVersion(version: 'legacy' | 0 | 1, versionMax: number | undefined) {
  if (version === 'legacy') return versionMax === undefined ? {} : { version };
  if (versionMax !== undefined && version <= versionMax) return { version };
  throw new RpcError(
    CODES.unsupportedTransactionVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the ` +
      `request again with the following configuration parameter: ` +
      `"maxSupportedTransactionVersion": ${version}`,
  );
}

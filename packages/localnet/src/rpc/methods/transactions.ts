import type { Key } from '../../ledger/key.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Status } from '../../ledger/statuses.ts';
import { readTransaction } from '../../ledger/wire.ts';
import { type At, type Context, checkAtLeastConfirmed, readAt, respond } from '../context.ts';
import { parseAddress, parseSignature, signatureText } from '../encodings.ts';
import {
  bool,
  commitmentOf,
  config,
  expectCount,
  malformed,
  oneOf,
  optional,
  type Params,
  text,
  texts,
  u8,
  u64,
} from '../params.ts';
import { CODES, invalidParams, RpcError } from '../rpc-error.ts';
import { TRANSACTION_ENCODINGS } from '../transaction-input.ts';
import { viewStatus, viewTransaction } from '../transaction-view.ts';

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

const LIMIT_MAX = 1_000;
/** Greater than any sequence number. */
const NEWEST = 1n << 62n;
const OLDEST = -1n;

export function getSignaturesForAddress(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const settings = config(params[1]);
  const signature = (value: unknown) => parseSignature(text(value));
  const address = parseAddress(text(params[0]));
  const beforeSignature = optional(settings.before, signature);
  const untilSignature = optional(settings.until, signature);
  const limit = optional(settings.limit, u64) ?? BigInt(LIMIT_MAX);
  if (limit === 0n || limit > BigInt(LIMIT_MAX)) {
    throw invalidParams(`Invalid limit; max ${LIMIT_MAX}`);
  }
  const { ledger } = context;
  const at = readAt(context, settings);
  checkAtLeastConfirmed(at.commitment);
  const before = placeOf(ledger, beforeSignature) ?? NEWEST;
  const until = placeOf(ledger, untilSignature) ?? OLDEST;
  return historyAt(ledger, at, { address, before, until, limit: Number(limit) }).map((status) => ({
    signature: signatureText(status.signature),
    slot: status.slot,
    err: status.error,
    memo: null,
    blockTime: status.unixTimestamp,
    confirmationStatus: ledger.commitmentOf(status),
  }));
}

function placeOf(ledger: Ledger, signature: Key | undefined): bigint | undefined {
  if (signature === undefined) return undefined;
  const status = ledger.findStatus(signature, { searchHistory: true });
  if (status) return status.seq;
  throw new RpcError(
    CODES.filterTransactionNotFound,
    `Transaction ${signatureText(signature)} not found`,
  );
}

interface Query {
  address: Key;
  before: bigint;
  until: bigint;
  limit: number;
}

/** Skips transactions that have not reached the commitment, and fetches older ones instead. */
function historyAt(ledger: Ledger, at: At, { address, before, until, limit }: Query): Status[] {
  const found: Status[] = [];
  let from = before;
  while (found.length < limit) {
    const page = ledger.history(address, from, until, limit);
    for (const status of page) {
      const reached = ledger.commitmentOf(status);
      const counts = reached === 'finalized' || reached === at.commitment;
      if (counts && found.length < limit) found.push(status);
    }
    if (page.length < limit) break;
    from = page.at(-1)?.seq ?? until;
  }
  return found;
}

import type { Key } from '../../ledger/key.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Status } from '../../ledger/statuses.ts';
import { type At, type Context, checkAtLeastConfirmed, readAt } from '../context.ts';
import { parseAddress, parseSignature, signatureText } from '../encodings.ts';
import { config, expectCount, optional, type Params, text, u64 } from '../params.ts';
import { CODES, invalidParams, RpcError } from '../rpc-error.ts';

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

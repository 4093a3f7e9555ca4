import type { Address } from '@solana/kit';
import type { TransactionFailure } from './landed.ts';
import type { RpcErrorResponse } from './rpc-client.ts';
import { readFailure } from './transaction-failure.ts';
import { readWire } from './wire.ts';

const PREFLIGHT_FAILURE = -32002;
/** Bad signature, failed precompile, malformed: such bytes can never execute. */
const PERMANENT_CODES: ReadonlySet<number> = new Set([-32003, -32006, -32013, -32600, -32602]);
/** These errors are temporary, or depend on the node. */
const TEMPORARY_ERRORS: ReadonlySet<string> = new Set([
  'AlreadyProcessed',
  'BlockhashNotFound',
  'AccountInUse',
  'AccountBorrowOutstanding',
  'ClusterMaintenance',
  'WouldExceedMaxBlockCostLimit',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataBlockLimit',
]);

export function readRefusal(
  refusal: RpcErrorResponse,
  wire: Uint8Array,
  programAddress: Address,
): TransactionFailure | undefined {
  if (PERMANENT_CODES.has(refusal.code)) return { text: refusal.message };
  if (refusal.code !== PREFLIGHT_FAILURE) return undefined;
  const { err } = (refusal.data ?? {}) as { err?: unknown };
  return readError(err, wire, programAddress);
}

export function readError(
  error: unknown,
  wire: Uint8Array,
  programAddress: Address,
): TransactionFailure | undefined {
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string' && TEMPORARY_ERRORS.has(error)) return undefined;
  const { keys, instructions } = readWire(wire);
  const programOf = (index: number) => keys[instructions[index]?.programIndex ?? -1];
  return readFailure(error, programAddress, programOf);
}

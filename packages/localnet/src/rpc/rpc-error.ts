import { LedgerWriteError } from '../ledger/group-commit.ts';
import type { JsonRpcError } from './json-rpc.ts';

export const CODES = {
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  slotSkipped: -32007,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
  filterTransactionNotFound: -32020,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  toJson(): JsonRpcError {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

export const invalidRequest = (message = 'Invalid request') =>
  new RpcError(CODES.invalidRequest, message);

export const methodNotFound = () => new RpcError(CODES.methodNotFound, 'Method not found');

export const invalidParams = (message: string, data?: unknown) =>
  new RpcError(CODES.invalidParams, message, data);

export function toRpcError(thrown: unknown): RpcError {
  if (thrown instanceof RpcError) return thrown;
  if (thrown instanceof LedgerWriteError) return new RpcError(CODES.internal, thrown.message);
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new RpcError(CODES.internal, `Internal error: ${reason}`);
}

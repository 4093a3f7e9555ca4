// Sends a signed transaction to a node, and interprets the error if the node refuses it.
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import type { TransactionFailure } from './landed.ts';
import type { Preflight } from './landing.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
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

type Sending =
  /** `result`: the reply of `landTransaction`, if the chain has it. */
  | { kind: 'sent'; result?: unknown }
  /** It is unknown whether the node forwarded it. */
  | { kind: 'unknown' }
  /** The node rejected it and did not forward it. */
  | { kind: 'refused'; failure: TransactionFailure };

interface SendOptions {
  programAddress: Address;
  skipPreflight: boolean;
  preflight?: Preflight;
  /** Gets the result in the same round trip. */
  getsResult?: boolean;
}

export async function sendWire(
  client: RpcClient,
  wire: Uint8Array,
  { programAddress, skipPreflight, preflight = 'confirmed', getsResult = false }: SendOptions,
): Promise<Sending> {
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
  // No retries by the node: we resend ourselves, so they would only add load.
  const settings = { encoding: 'base64', skipPreflight, preflightCommitment: preflight };
  const params = [bytes.toString('base64'), { ...settings, maxRetries: 0 }];
  try {
    if (!getsResult) {
      await client.call('sendTransaction', params);
      return { kind: 'sent' };
    }
    return { kind: 'sent', result: await client.call('landTransaction', params) };
  } catch (error) {
    if (isChainUnavailable(error)) return { kind: 'unknown' };
    if (!(error instanceof RpcErrorResponse)) throw error;
    return readRefusal(error, wire, programAddress);
  }
}

function readRefusal(
  refusal: RpcErrorResponse,
  wire: Uint8Array,
  programAddress: Address,
): Sending {
  if (PERMANENT_CODES.has(refusal.code)) {
    return { kind: 'refused', failure: { text: refusal.message } };
  }
  const error = (refusal.data as { err?: unknown } | null | undefined)?.err;
  if (refusal.code !== PREFLIGHT_FAILURE || error === undefined || error === null) {
    return { kind: 'unknown' };
  }
  if (typeof error === 'string' && TEMPORARY_ERRORS.has(error)) return { kind: 'unknown' };
  const { keys, instructions } = readWire(wire);
  const programOf = (index: number) => keys[instructions[index]?.programIndex ?? -1];
  return { kind: 'refused', failure: readFailure(error, programAddress, programOf) };
}

// Hands bytes to a node, and reads why it did not take them.
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import { LANDED_SETTINGS } from './fetch-landed.ts';
import type { TransactionFailure } from './landed.ts';
import type { Preflight } from './landing.ts';
import { type RpcClient, RpcRefusal } from './rpc-client.ts';
import { readFailure } from './transaction-failure.ts';
import { readWire } from './wire.ts';

const PREFLIGHT_FAILURE = -32002;
/** Signature check, precompile check, malformed: such bytes can never execute. */
const NEVER_CODES: ReadonlySet<number> = new Set([-32003, -32006, -32013, -32600, -32602]);
/** Another moment or another node may see it otherwise. */
const PASSING_ERRORS: ReadonlySet<string> = new Set([
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
  /** `told`: what has become of it, where the chain says so at once. */
  | { kind: 'sent'; told?: unknown }
  /** Nobody knows whether it was sent on. */
  | { kind: 'unknown' }
  /** The node looked at it and did not send it on. */
  | { kind: 'refused'; failure: TransactionFailure };

interface SendOptions {
  programAddress: Address;
  skipPreflight: boolean;
  preflight?: Preflight;
  /** Asks what has become of it in the same journey. */
  isLookedAt?: boolean;
}

export async function sendWire(
  client: RpcClient,
  wire: Uint8Array,
  { programAddress, skipPreflight, preflight = 'confirmed', isLookedAt = false }: SendOptions,
): Promise<Sending> {
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
  // We send again ourselves; a node that does it too would only add load.
  const settings = { encoding: 'base64', skipPreflight, preflightCommitment: preflight };
  const params = [bytes.toString('base64'), { ...settings, maxRetries: 0 }];
  try {
    if (!isLookedAt) {
      await client.call('sendTransaction', params);
      return { kind: 'sent' };
    }
    const told = await client.call('landTransaction', [...params, LANDED_SETTINGS]);
    return { kind: 'sent', told };
  } catch (error) {
    if (isChainUnavailable(error)) return { kind: 'unknown' };
    if (!(error instanceof RpcRefusal)) throw error;
    return readRefusal(error, wire, programAddress);
  }
}

function readRefusal(refusal: RpcRefusal, wire: Uint8Array, programAddress: Address): Sending {
  if (NEVER_CODES.has(refusal.code)) {
    return { kind: 'refused', failure: { text: refusal.message } };
  }
  const error = (refusal.data as { err?: unknown } | null | undefined)?.err;
  if (refusal.code !== PREFLIGHT_FAILURE || error === undefined || error === null) {
    return { kind: 'unknown' };
  }
  if (typeof error === 'string' && PASSING_ERRORS.has(error)) return { kind: 'unknown' };
  const { keys, instructions } = readWire(wire);
  const programOf = (index: number) => keys[instructions[index]?.programIndex ?? -1];
  return { kind: 'refused', failure: readFailure(error, programAddress, programOf) };
}

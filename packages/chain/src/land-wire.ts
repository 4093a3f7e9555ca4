// Sends a transaction to the embedded chain and gets its result in the same round trip. The chain
// runs in this process, so that what it refuses was not executed.
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import type { TransactionFailure } from './landed.ts';
import { readRefusal } from './read-refusal.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';

type Sending =
  /** `result`: the reply of `landTransaction`; undefined if it is unknown. */
  { readonly result?: unknown } | { readonly failure: TransactionFailure };

export async function landWire(
  client: RpcClient,
  wire: Uint8Array,
  programAddress: Address,
): Promise<Sending> {
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
  const settings = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 0 };
  try {
    const result = await client.call('landTransaction', [bytes.toString('base64'), settings]);
    return { result };
  } catch (error) {
    if (isChainUnavailable(error)) return {};
    if (!(error instanceof RpcErrorResponse)) throw error;
    const failure = readRefusal(error, wire, programAddress);
    return failure ? { failure } : {};
  }
}

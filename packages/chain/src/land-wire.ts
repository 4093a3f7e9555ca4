// Sends a transaction to the embedded chain and gets its result in the same round trip. The chain
// runs in this process, so that what it refuses was not executed.
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import type { TransactionFailure } from './landed.ts';
import { readRefusal } from './read-refusal.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { encodeWire } from './wire.ts';

type Sending = { readonly result?: unknown } | { readonly failure: TransactionFailure };

export async function landWire(
  client: RpcClient,
  wire: Uint8Array,
  programAddress: Address,
): Promise<Sending> {
  const settings = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 0 };
  try {
    const result = await client.call('landTransaction', [encodeWire(wire), settings]);
    return { result };
  } catch (error) {
    if (isChainUnavailable(error)) return {};
    if (!(error instanceof RpcErrorResponse)) throw error;
    const failure = readRefusal(error, wire, programAddress);
    return failure ? { failure } : {};
  }
}

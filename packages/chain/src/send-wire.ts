import { isChainUnavailable } from './chain-unavailable.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { encodeWire } from './wire.ts';

/** False if it is unknown whether the node forwarded it; no answer proves that it did not. */
export async function sendWire(client: RpcClient, wire: Uint8Array): Promise<boolean> {
  // No retries by the node: we resend ourselves, so they would only add load.
  const settings = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
  try {
    await client.call('sendTransaction', [encodeWire(wire), settings]);
    return true;
  } catch (error) {
    if (isChainUnavailable(error) || error instanceof RpcErrorResponse) return false;
    throw error;
  }
}

import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import type { TransactionFailure } from './landed.ts';
import type { Preflight } from './landing.ts';
import { asInteger, asReply } from './reply.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { joinTransaction, SIGNATURE_BYTES, splitTransaction } from './split-transaction.ts';
import { readError, readRefusal } from './transaction-failure.ts';
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

type Sending = { readonly result?: unknown } | { readonly failure: TransactionFailure };

/** The embedded chain runs in this process, so that what it refuses was not executed. */
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

interface Simulation {
  readonly commitment: Preflight;
  readonly programAddress: Address;
  readonly newestSlot: bigint;
}

/**
 * The node gets it without its signatures, so that nobody can forward it: what is refused here was
 * never sent, whatever the node does. Returns why it would fail, and undefined if it would succeed
 * or the node does not know: one that lags may not even have the account that pays.
 */
export async function simulateWire(
  client: RpcClient,
  wire: Uint8Array,
  { commitment, programAddress, newestSlot }: Simulation,
): Promise<TransactionFailure | undefined> {
  const { message, signatures } = splitTransaction(wire);
  const blank = signatures.map(() => new Uint8Array(SIGNATURE_BYTES));
  const unsigned = Buffer.from(joinTransaction({ message, signatures: blank }));
  const settings = { encoding: 'base64', sigVerify: false, commitment };
  try {
    const params = [unsigned.toString('base64'), settings];
    const { context, value } = asReply(await client.call('simulateTransaction', params));
    if (asInteger(asReply(context).slot) < newestSlot) return undefined;
    return readError(asReply(value).err, wire, programAddress);
  } catch (error) {
    if (error instanceof RpcErrorResponse) return readRefusal(error, wire, programAddress);
    if (isChainUnavailable(error)) return undefined;
    throw error;
  }
}

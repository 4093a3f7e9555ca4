// Asks a node whether a transaction would succeed. The node gets it without its signatures, so that
// nobody can forward it: what is refused here was never sent, whatever the node does.
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import type { TransactionFailure } from './landed.ts';
import type { Preflight } from './landing.ts';
import { readError, readRefusal } from './read-refusal.ts';
import { asInteger, asReply } from './reply.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { joinTransaction, SIGNATURE_BYTES, splitTransaction } from './split-transaction.ts';

interface Simulation {
  readonly commitment: Preflight;
  readonly programAddress: Address;
  readonly newestSlot: bigint;
}

/**
 * Why it would fail. Undefined if it would succeed, or if the node does not know: one that lags or
 * has just started may not even have the account that pays.
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

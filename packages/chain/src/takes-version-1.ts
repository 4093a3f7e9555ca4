// Finds out whether a cluster executes transactions of version 1, which a feature activates.
import type { Address } from '@solana/kit';
import { asReply } from './reply.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { joinTransaction, SIGNATURE_BYTES } from './split-transaction.ts';
import { compileTransaction, TRANSACTION_BYTES_MAX } from './write-transaction.ts';

const REFUSALS: ReadonlySet<unknown> = new Set(['UnsupportedVersion', 'SanitizeFailure']);
const ANY_BLOCKHASH = '11111111111111111111111111111111';

export async function findTakesVersion1(
  client: RpcClient,
  { programAddress, payer }: { programAddress: Address; payer: Address },
): Promise<boolean> {
  const data = new Uint8Array(TRANSACTION_BYTES_MAX);
  const instruction = { programAddress, data };
  const { message } = compileTransaction([instruction], payer, { blockhash: ANY_BLOCKHASH });
  const signatures = [new Uint8Array(SIGNATURE_BYTES)];
  const wire = Buffer.from(joinTransaction({ message, signatures }));
  const settings = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true };
  try {
    const params = [wire.toString('base64'), settings];
    const { value } = asReply(await client.call('simulateTransaction', params));
    return !REFUSALS.has(asReply(value).err);
  } catch (error) {
    if (error instanceof RpcErrorResponse) return false;
    throw error;
  }
}

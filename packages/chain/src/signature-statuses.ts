import { chainUnavailable } from './chain-unavailable.ts';
import { asInteger, asList, asReply } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';

/** A `processed` transaction may still be dropped by a fork. */
export type SignatureStatus = 'unknown' | 'processed' | 'confirmed';

export const SIGNATURES_MAX = 256;

export async function findStatuses(
  client: RpcClient,
  signatures: readonly string[],
  searchHistory: boolean,
): Promise<{ statuses: SignatureStatus[]; slot: bigint }> {
  const chunks: string[][] = [];
  for (let at = 0; at < signatures.length; at += SIGNATURES_MAX) {
    chunks.push(signatures.slice(at, at + SIGNATURES_MAX));
  }
  const answers = await Promise.all(chunks.map((chunk) => findSome(client, chunk, searchHistory)));
  const [oldest = 0n] = answers.map(({ slot }) => slot).sort((a, b) => Number(a - b));
  return { statuses: answers.flatMap(({ statuses }) => statuses), slot: oldest };
}

async function findSome(client: RpcClient, signatures: readonly string[], searchHistory: boolean) {
  const params = [signatures, { searchTransactionHistory: searchHistory }];
  const reply = asReply(await client.call('getSignatureStatuses', params));
  const values = asList(reply.value);
  if (values.length !== signatures.length) {
    throw chainUnavailable(new Error('the reply has another number of statuses'));
  }
  const slot = asInteger(asReply(reply.context).slot);
  return { values, statuses: values.map(readStatus), slot };
}

/** The slot of each that has succeeded and is confirmed; undefined for the others. */
export async function findSucceeded(
  client: RpcClient,
  signatures: readonly string[],
): Promise<(bigint | undefined)[]> {
  const { values } = await findSome(client, signatures, false);
  return values.map((value) => {
    if (readStatus(value) !== 'confirmed') return undefined;
    const { slot, err } = asReply(value);
    return err === null ? asInteger(slot) : undefined;
  });
}

function readStatus(value: unknown): SignatureStatus {
  if (value === null) return 'unknown';
  const { confirmationStatus } = asReply(value);
  const isConfirmed = confirmationStatus === 'confirmed' || confirmationStatus === 'finalized';
  return isConfirmed ? 'confirmed' : 'processed';
}

export async function getFinalizedHeight(
  client: RpcClient,
): Promise<{ slot: bigint; blockHeight: bigint }> {
  const reply = asReply(await client.call('getEpochInfo', [{ commitment: 'finalized' }]));
  return { slot: asInteger(reply.absoluteSlot), blockHeight: asInteger(reply.blockHeight) };
}

export async function isTooOld(
  client: RpcClient,
  blockhash: string,
): Promise<{ isOld: boolean; slot: bigint }> {
  const params = [blockhash, { commitment: 'finalized' }];
  const { value, context } = asReply(await client.call('isBlockhashValid', params));
  return { isOld: value === false, slot: asInteger(asReply(context).slot) };
}

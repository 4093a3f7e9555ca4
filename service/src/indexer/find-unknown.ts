import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit';

/** The limit of `getSignatureStatuses`. */
const BATCH = 256;

/** Those of the signatures that are not on chain. */
export async function findUnknown(
  rpc: Rpc<SolanaRpcApi>,
  signatures: readonly string[],
): Promise<string[]> {
  const unknown: string[] = [];
  for (let from = 0; from < signatures.length; from += BATCH) {
    const batch = signatures.slice(from, from + BATCH) as Signature[];
    const { value } = await rpc
      .getSignatureStatuses(batch, { searchTransactionHistory: true })
      .send();
    unknown.push(...batch.filter((_, index) => !value[index]));
  }
  return unknown;
}

import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit';

const PART = 256;

/** Those that the chain does not know at all. */
export async function findUnknown(
  rpc: Rpc<SolanaRpcApi>,
  signatures: readonly string[],
): Promise<string[]> {
  const unknown: string[] = [];
  for (let from = 0; from < signatures.length; from += PART) {
    const part = signatures.slice(from, from + PART) as Signature[];
    const { value } = await rpc
      .getSignatureStatuses(part, { searchTransactionHistory: true })
      .send();
    unknown.push(...part.filter((_, index) => !value[index]));
  }
  return unknown;
}

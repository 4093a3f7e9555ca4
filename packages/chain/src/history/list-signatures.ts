// Lists the signatures of an address, page by page.
import type { Address, Commitment, Rpc, Signature, SolanaRpcApi } from '@solana/kit';

export interface ListedSignature {
  readonly signature: string;
  readonly slot: bigint;
  readonly isFinalized: boolean;
}

const PAGE = 1_000;
const CONFIRMED = 'confirmed' satisfies Commitment;

/** All transactions that mention the address, after `until`, oldest first. */
export async function listSignatures(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  until: string | undefined,
): Promise<ListedSignature[]> {
  const listed: ListedSignature[] = [];
  let before: Signature | undefined;
  for (;;) {
    const page = await rpc
      .getSignaturesForAddress(address, {
        commitment: CONFIRMED,
        limit: PAGE,
        ...(before && { before }),
        ...(until !== undefined && { until: until as Signature }),
      })
      .send();
    for (const { signature, slot, confirmationStatus } of page) {
      listed.push({ signature, slot, isFinalized: confirmationStatus === 'finalized' });
    }
    before = page.at(-1)?.signature;
    if (page.length < PAGE || !before) return listed.reverse();
  }
}

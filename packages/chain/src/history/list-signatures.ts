import type { Address, Commitment, Rpc, Signature, SolanaRpcApi } from '@solana/kit';

export interface ListedSignature {
  readonly signature: string;
  readonly slot: bigint;
  readonly isFinalized: boolean;
}

interface SignaturePage {
  /** Lists only older ones. A node that does not know it lists nothing. */
  readonly before?: string;
  /** Lists only newer ones. A node that does not know it lists everything it has. */
  readonly until?: string;
  readonly limit?: number;
}

const SIGNATURES_PER_PAGE = 1_000;
const CONFIRMED = 'confirmed' satisfies Commitment;

export async function listSignaturePage(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  { before, until, limit = SIGNATURES_PER_PAGE }: SignaturePage,
): Promise<ListedSignature[]> {
  const page = await rpc
    .getSignaturesForAddress(address, {
      commitment: CONFIRMED,
      limit,
      ...(before !== undefined && { before: before as Signature }),
      ...(until !== undefined && { until: until as Signature }),
    })
    .send();
  return page.map(({ signature, slot, confirmationStatus }) => ({
    signature,
    slot,
    isFinalized: confirmationStatus === 'finalized',
  }));
}

export async function listSignatures(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  until: string | undefined,
): Promise<ListedSignature[]> {
  const listed: ListedSignature[] = [];
  for await (const page of listPages(rpc, address, { until })) listed.push(...page);
  return listed.reverse();
}

export async function* listPages(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  { until, limit = SIGNATURES_PER_PAGE }: Pick<SignaturePage, 'until' | 'limit'>,
): AsyncIterable<readonly ListedSignature[]> {
  for (let before: string | undefined; ; ) {
    const page = await listSignaturePage(rpc, address, { before, until, limit });
    yield page;
    before = page.at(-1)?.signature;
    if (page.length < limit || before === undefined) return;
  }
}

import type { Address, Signature } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { LandedTransaction } from '@tote/chain/landed';
import { findEvents } from '@tote/program-client';

/** The transaction that resolved the market; its slot shows how fast that was. */
export async function findResolving(chain: Chain, market: Address): Promise<LandedTransaction> {
  for (const { signature } of await listSignatures(chain, market)) {
    const landed = await chain.fetchLanded(signature);
    const events = findEvents(landed?.logs ?? [], chain.programAddress);
    if (landed && events.some(({ name }) => name === 'MarketResolved')) return landed;
  }
  throw new Error(`nobody has resolved ${market}`);
}

/** Newest first: the order in which the chain executed them. */
export function listSignatures(
  { rpc }: Pick<Chain, 'rpc'>,
  address: Address,
): Promise<readonly { signature: Signature; slot: bigint }[]> {
  return rpc.getSignaturesForAddress(address, { commitment: 'confirmed', limit: 1_000 }).send();
}

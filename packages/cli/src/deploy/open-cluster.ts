import { type Address, createDefaultRpcTransport } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import { openChain } from '@tote/chain/open-chain';
import { UnreachableError } from '../failures.ts';

/** A program file of some hundred kilobytes is read in one call. */
const TIMEOUT_MS = 20_000;
const SAMPLE_MS = 2_000;

export async function openCluster(url: string, programAddress: Address): Promise<Chain> {
  try {
    return await openChain({
      transport: createDefaultRpcTransport({ url }),
      programAddress,
      wallMs: Date.now,
      sampleMs: SAMPLE_MS,
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (!isChainUnavailable(error)) throw error;
    // Only the origin, because the path may contain an access token.
    throw new UnreachableError(`No node responds at ${new URL(url).origin}.`);
  }
}

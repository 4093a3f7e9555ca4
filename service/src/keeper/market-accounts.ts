// Reads market accounts for many concurrent jobs with one request.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { Batcher } from '@tote/chain/lib/batcher';
import type { Market } from '@tote/program-client';

/** The RPC's limit per request. */
const ACCOUNTS_MAX = 100;

/** The returned function gives null if there is no such account. */
export function batchMarketAccounts({
  accounts,
}: Pick<Chain, 'accounts'>): (address: Address) => Promise<Market | null> {
  const batcher = new Batcher<Address, Market | null>({
    atOnce: 2,
    take: ({ length }) => Math.min(length, ACCOUNTS_MAX),
    run: (addresses) => accounts.findMarkets(addresses),
  });
  return (address) => batcher.add(address);
}

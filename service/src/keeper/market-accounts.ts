// Reads market accounts for many concurrent jobs with one request.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { Batcher } from '@tote/lib/batcher';
import {
  ACCOUNT_VERSION,
  getMarketDecoder,
  MARKET_ACCOUNT_TYPE,
  type Market,
} from '@tote/program-client';

/** The RPC's limit per request. */
const ACCOUNTS_MAX = 100;

/** The returned function gives null if there is no such account. */
export function batchMarketAccounts({
  rpc,
}: Pick<Chain, 'rpc'>): (address: Address) => Promise<Market | null> {
  const decoder = getMarketDecoder();
  const settings = { commitment: 'confirmed', encoding: 'base64' } as const;
  const batcher = new Batcher<Address, Market | null>({
    atOnce: 2,
    take: ({ length }) => Math.min(length, ACCOUNTS_MAX),
    run: async (addresses) => {
      const { value } = await rpc.getMultipleAccounts([...addresses], settings).send();
      return value.map((account) => {
        const data = account && Buffer.from(account.data[0], 'base64');
        const isMarket = data?.[0] === MARKET_ACCOUNT_TYPE && data[1] === ACCOUNT_VERSION;
        return isMarket ? decoder.decode(data) : null;
      });
    },
  });
  return (address) => batcher.add(address);
}

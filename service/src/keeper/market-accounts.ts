// Market accounts for many jobs at once: one question to the chain, one decoder.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { Batcher } from '@tote/lib/batcher';
import {
  ACCOUNT_VERSION,
  getMarketDecoder,
  MARKET_ACCOUNT_TYPE,
  type Market,
} from '@tote/program-client';

/** As many as one request may ask for. */
const ACCOUNTS_MAX = 100;

/** Gives null where there is none. */
export function gatherMarketAccounts({
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

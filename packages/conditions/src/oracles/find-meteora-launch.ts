import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { TokenHints } from '../condition-input.ts';
import { decodeDbcPool, meteoraDbc, readDbcConfig } from './pools/meteora-dbc.ts';
import { readSample } from './read-sample.ts';
import { searchProgram } from './search-pools.ts';

const SEARCH_MS = 3_000;

/** Where Meteora sells a token. Nothing if the node refuses to search. */
export async function findMeteoraLaunch(
  source: Pick<Chain, 'rpc'>,
  mint: Address,
): Promise<TokenHints> {
  const search = { ...meteoraDbc, mints: [mint, undefined] } as const;
  const found = await searchProgram(source, search, AbortSignal.timeout(SEARCH_MS)).catch(() => []);
  for (const account of found) {
    const pool = decodeDbcPool(account);
    if (!pool.ok || pool.value.baseMint !== mint) continue;
    const { config, creator, poolType } = pool.value;
    const read = readDbcConfig(await readSample(source, [config]), config);
    if (!read.ok) continue;
    const { quoteMint } = read.value;
    return {
      launchpad: 'meteora',
      launch: { pool: account.address, poolType },
      quoteMint,
      creator,
    };
  }
  return {};
}

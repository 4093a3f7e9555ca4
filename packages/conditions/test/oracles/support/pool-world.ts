// A token with a pool, as samples show it.
import { type Address, address } from '@solana/kit';
import type {
  AccountSnapshot,
  HolderCount,
  Sample,
} from '@tote/conditions/oracles/account-snapshot';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { MINT } from '../../support/hour.ts';
import { dump, mintAccount, missingAccount, priceUpdate, sampleOf, tokenAccount } from './dumps.ts';

export const POOL = dump('pumpswap_pool_ansem_301');
export const BASE_VAULT = address('BmCXK8QFCHgjiqGm7peAtBbZpFPJNsp5fYP5rSRazMS8');
export const QUOTE_VAULT = address('DaXhQ3pfN3J5dQnXxVU8YqW9bwA3RUVxXvq2iBjTDVt4');
export const ONE_SOL = 1_000_000_000n;

export interface World {
  /** SOL in the pool, against 1,000 tokens. */
  sol?: bigint;
  supply?: bigint;
  decimals?: number;
  usdPerSol?: bigint;
  solAge?: number;
  poolOwner?: Address;
  hasMint?: boolean;
}

/** A token with a pool; 100 SOL against 1,000 tokens and SOL at $200 make $20. */
export function world(at: number, change: World = {}): AccountSnapshot[] {
  const { sol = 100n, supply = 10n ** 12n, decimals = 6, usdPerSol = 200n, solAge = 1 } = change;
  const owner = POOL.address;
  return [
    change.poolOwner ? { ...POOL, owner: change.poolOwner } : POOL,
    tokenAccount(BASE_VAULT, { mint: MINT, owner, amount: 10n ** 9n }),
    tokenAccount(QUOTE_VAULT, { mint: WRAPPED_SOL, owner, amount: sol * ONE_SOL }),
    change.hasMint === false ? missingAccount(MINT) : mintAccount(MINT, { supply, decimals }),
    priceUpdate({
      feedId: getFeed('SOL').feedId,
      price: usdPerSol * 10n ** 8n,
      publishedAt: BigInt(at - solAge),
    }),
  ];
}

export const sample = (at: number, change: World = {}, slot = BigInt(at) * 5n): Sample =>
  sampleOf(at, world(at, change), slot);

/** Ten seconds apart, the last one at the moment. A bigint is the SOL in the pool. */
export const windowAt = (moment: number, ...changes: readonly (World | bigint)[]) =>
  changes.map((change, index) => {
    const at = moment - 10 * (changes.length - 1 - index);
    return sample(at, typeof change === 'bigint' ? { sol: change } : change);
  });

export const countedAt = (
  at: number,
  count: bigint,
  change: Partial<HolderCount> = {},
): Sample => ({
  ...sampleOf(at, [mintAccount(MINT)]),
  holders: { mint: MINT, count, minimumBaseUnits: 0n, isComplete: true, ...change },
});

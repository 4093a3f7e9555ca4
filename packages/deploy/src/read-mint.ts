import type { Address } from '@solana/kit';
import { getMintDecoder, getMintSize } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import { checkUtilityMint } from '@tote/domain';
import { readAccounts } from './loader/loader-accounts.ts';

interface UtilityMint {
  readonly decimals: number;
  readonly supply: bigint;
  /** Who can mint more; null: nobody. */
  readonly mintAuthority: Address | null;
}

/** Undefined if there is none. Throws `utility_mint_unsupported`. */
export async function readMint(
  chain: Pick<Chain, 'rpc'>,
  mint: Address,
): Promise<UtilityMint | undefined> {
  const [account] = await readAccounts(chain, [mint]);
  if (!account) return undefined;
  const { owner, data } = account;
  const decoded = data.length === getMintSize() ? getMintDecoder().decode(data) : undefined;
  const decimals = checkUtilityMint({
    owner,
    sizeBytes: data.length,
    isInitialized: decoded?.isInitialized ?? false,
    hasFreezeAuthority: decoded?.freezeAuthority.__option === 'Some',
    decimals: decoded?.decimals ?? -1,
  });
  const authority = decoded?.mintAuthority;
  const mintAuthority = authority?.__option === 'Some' ? authority.value : null;
  return { decimals, supply: decoded?.supply ?? 0n, mintAuthority };
}

import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { Bytes } from '@tote/conditions/oracles/layouts/layout';
import { decodeMint } from '@tote/conditions/oracles/layouts/mint';
import { listExtensions } from '@tote/conditions/oracles/layouts/token-extensions';
import { checkUtilityMint } from '@tote/domain';
import { readAccounts } from './loader/loader-accounts.ts';

export async function readMint(chain: Pick<Chain, 'rpc'>, mint: Address) {
  const [account] = await readAccounts(chain, [mint]);
  if (!account) return undefined;
  const { owner, data } = account;
  const reading = decodeMint({ address: mint, owner, data });
  const decoded = reading.ok ? reading.value : undefined;
  const decimals = checkUtilityMint({
    address: mint,
    owner,
    sizeBytes: data.length,
    isInitialized: reading.ok,
    hasFreezeAuthority: decoded?.freezeAuthority != null,
    decimals: decoded?.decimals ?? -1,
    extensions: listExtensions(new Bytes(data)).map(({ type }) => type),
  });
  const { supply = 0n, mintAuthority = null } = decoded ?? {};
  return { decimals, supply, mintAuthority, tokenProgram: owner };
}

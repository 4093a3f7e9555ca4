import type { Address, Base58EncodedBytes } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { AccountSnapshot, HolderCount } from './account-snapshot.ts';
import { countHolders } from './count-holders.ts';
import { findPoolOwners } from './pool-owners.ts';
import { TOKEN_PROGRAM } from './programs.ts';

const CLASSIC_BYTES = 165n;

interface CountedMint {
  readonly mint: Address;
  readonly program: Address;
  readonly minimumBaseUnits: bigint;
  readonly isLargest?: boolean;
}

export async function readHolders(
  { rpc }: Pick<Chain, 'rpc'>,
  { program, ...rule }: CountedMint,
): Promise<HolderCount & { readonly slot: bigint }> {
  const { mint } = rule;
  const ofMint = {
    memcmp: { offset: 0n, bytes: mint as string as Base58EncodedBytes, encoding: 'base58' },
  } as const;
  // Token-2022 accounts may have any length, because of their extensions.
  const filters = program === TOKEN_PROGRAM ? [{ dataSize: CLASSIC_BYTES }, ofMint] : [ofMint];
  const { context, value } = await rpc
    .getProgramAccounts(program, {
      commitment: 'confirmed',
      encoding: 'base64',
      filters,
      withContext: true,
    })
    .send();
  const accounts = value.map(({ pubkey, account }): AccountSnapshot => {
    const data = Uint8Array.from(Buffer.from(account.data[0], 'base64'));
    return { address: pubkey, owner: program, data };
  });
  const excludedOwners = await findPoolOwners(mint);
  const holders = countHolders(accounts, { ...rule, excludedOwners });
  return { ...holders, slot: context.slot };
}

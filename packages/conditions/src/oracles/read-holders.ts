import type { Address, Base58EncodedBytes } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { HolderCount } from './account-snapshot.ts';
import {
  countHolders,
  findVaultAuthorities,
  LOOKED_UP_MAX,
  listHoldings,
} from './count-holders.ts';
import { KNOWN_PROGRAMS } from './pools/all.ts';
import { TOKEN_PROGRAM } from './programs.ts';
import { readData } from './read-sample.ts';

const CLASSIC_BYTES = 165n;
const PROGRAMS: ReadonlySet<string> = new Set(KNOWN_PROGRAMS.map(({ program }) => program));
/** As many accounts as a node gives in one answer. */
const ACCOUNTS_MAX = 100;

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
  const accounts = value.map(({ pubkey, account }) => {
    return { address: pubkey, owner: program, data: readData(account) };
  });
  const holdings = listHoldings(accounts, mint);
  const pools = await findPoolOwners(
    { rpc },
    holdings.map(([owner]) => owner),
  );
  return { ...countHolders(holdings, { ...rule, pools }), slot: context.slot };
}

/** Those of the owners, the largest first, that are vault authorities or pools. */
export async function findPoolOwners(
  { rpc }: Pick<Chain, 'rpc'>,
  owners: readonly Address[],
): Promise<Map<Address, Address>> {
  const found = await findVaultAuthorities();
  const others = owners.slice(0, LOOKED_UP_MAX).filter((owner) => !found.has(owner));
  const dataSlice = { offset: 0, length: 0 };
  for (let from = 0; from < others.length; from += ACCOUNTS_MAX) {
    const part = others.slice(from, from + ACCOUNTS_MAX);
    const { value } = await rpc
      .getMultipleAccounts(part, { commitment: 'confirmed', encoding: 'base64', dataSlice })
      .send();
    for (const [index, owner] of part.entries()) {
      const program = value[index]?.owner;
      if (program !== undefined && PROGRAMS.has(program)) found.set(owner, program);
    }
  }
  return found;
}

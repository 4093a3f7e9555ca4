// Creates a token as launchpads do: a mint of Token-2022 that holds its own name and symbol.
import { createHash } from 'node:crypto';
import { AccountRole, getAddressEncoder, type Instruction } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import { getInitializeMint2Instruction } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import { createKey, type Key } from '@tote/chain/key';
import { TOKEN_2022_PROGRAM } from '@tote/conditions/oracles/programs';
import type { UtilityToken } from '@tote/program-client';

const programAddress = TOKEN_2022_PROGRAM;
/** A mint with a MetadataPointer; the program makes room for the metadata. */
const SPACE = 234;
/** For the metadata, too. */
const LAMPORTS = 10_000_000n;
const METADATA_POINTER = [39, 0];
const INITIALIZE_METADATA = 'spl_token_metadata_interface:initialize_account';

/** The authority pays, and can mint. */
export async function createToken2022(
  chain: Chain,
  authority: Key,
  decimals: number,
): Promise<UtilityToken> {
  const key = await createKey();
  const mint = key.address;
  const [owner, itself] = [authority.address, mint].map((each) => getAddressEncoder().encode(each));
  const account = { payer: authority.signer, newAccount: key.signer, lamports: LAMPORTS };
  const created = { mint, decimals, mintAuthority: authority.address, freezeAuthority: null };
  const written = { address: mint, role: AccountRole.WRITABLE };
  const point: Instruction = {
    ...{ programAddress, accounts: [written] },
    data: Uint8Array.from([...METADATA_POINTER, ...(owner ?? []), ...(itself ?? [])]),
  };
  const describe: Instruction = {
    programAddress,
    accounts: [
      written,
      { address: authority.address, role: AccountRole.READONLY },
      { address: mint, role: AccountRole.READONLY },
      { address: authority.address, role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.from([
      ...createHash('sha256').update(INITIALIZE_METADATA).digest().subarray(0, 8),
      ...['Utility', 'UTIL', 'https://example.com/utility.json'].flatMap(sized),
    ]),
  };
  const instructions = [
    getCreateAccountInstruction({ ...account, space: SPACE, programAddress }),
    point,
    getInitializeMint2Instruction(created, { programAddress }),
    describe,
  ];
  await chain.send(instructions, [authority, key]);
  return { utilityMint: mint, tokenProgram: programAddress };
}

const sized = (text: string): number[] => [text.length, 0, 0, 0, ...Buffer.from(text)];

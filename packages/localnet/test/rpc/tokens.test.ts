import { type Address, address, generateKeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  AuthorityType,
  findAssociatedTokenPda,
  getApproveInstruction,
  getCreateAssociatedTokenInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { expect, test } from 'vitest';
import { startWorld, type World } from './support.ts';

const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const DECIMALS = 6;

/** A mint, an account of the payer with 10 tokens, and one of another wallet with none. */
async function mintTokens(world: World, program: Address) {
  const { payer, rpc, run } = world;
  const mint = await generateKeyPairSigner();
  const other = await generateKeyPairSigner();
  const programAddress = { programAddress: program };
  const rent = await rpc.getMinimumBalanceForRentExemption(82n).send();
  const [mine, theirs] = await Promise.all(
    [payer, other].map(async ({ address: owner }) => {
      const seeds = { mint: mint.address, owner, tokenProgram: program };
      return (await findAssociatedTokenPda(seeds))[0];
    }),
  );
  const create = (owner: Address, ata: Address) =>
    getCreateAssociatedTokenInstruction({
      ...{ payer, owner, ata, mint: mint.address, tokenProgram: program },
    });
  await run(
    getCreateAccountInstruction({
      ...{ payer, newAccount: mint, lamports: rent, space: 82, programAddress: program },
    }),
    getInitializeMint2Instruction(
      { mint: mint.address, decimals: DECIMALS, mintAuthority: payer.address },
      programAddress,
    ),
  );
  const atas = { mine: mine as Address, theirs: theirs as Address };
  await run(
    create(payer.address, atas.mine),
    create(other.address, atas.theirs),
    getMintToInstruction(
      { mint: mint.address, token: atas.mine, mintAuthority: payer, amount: 10_000_000n },
      programAddress,
    ),
  );
  return { mint: mint.address, other: other.address, ...atas };
}

const transferTokens = (world: World, tokens: Tokens, amount: bigint, program: Address) =>
  getTransferCheckedInstruction(
    {
      source: tokens.mine,
      mint: tokens.mint,
      destination: tokens.theirs,
      authority: world.payer,
      amount,
      decimals: DECIMALS,
    },
    { programAddress: program },
  );

type Tokens = Awaited<ReturnType<typeof mintTokens>>;

test.each([
  ['spl-token', TOKEN_PROGRAM_ADDRESS, 165],
  ['spl-token-2022', TOKEN_2022, 170],
])('%s accounts and mints are shown parsed', async (name, program, space) => {
  const world = await startWorld();
  const { ask, payer } = world;
  const tokens = await mintTokens(world, program);
  const parsed = async (at: string) => {
    const settings = { encoding: 'jsonParsed', commitment: 'confirmed' };
    const answer = await ask('getAccountInfo', at, settings);
    return (answer as { value: { data: unknown } }).value.data;
  };
  expect(await parsed(tokens.mint)).toEqual({
    program: name,
    parsed: {
      type: 'mint',
      info: {
        mintAuthority: payer.address,
        supply: '10000000',
        decimals: 6,
        isInitialized: true,
        freezeAuthority: null,
      },
    },
    space: 82,
  });
  const amount = { uiAmount: 10, decimals: 6, amount: '10000000', uiAmountString: '10' };
  const info = {
    isNative: false,
    mint: tokens.mint,
    owner: payer.address,
    state: 'initialized',
    tokenAmount: amount,
  };
  expect(await parsed(tokens.mine)).toEqual({
    ...{ program: name, parsed: { type: 'account', info }, space },
  });
  await world.run(
    getApproveInstruction(
      { source: tokens.mine, delegate: tokens.other, owner: payer, amount: 1_500_000n },
      { programAddress: program },
    ),
    getSetAuthorityInstruction(
      {
        owned: tokens.mint,
        owner: payer,
        authorityType: AuthorityType.MintTokens,
        newAuthority: null,
      },
      { programAddress: program },
    ),
  );
  expect(await parsed(tokens.mine)).toMatchObject({
    parsed: {
      info: { delegate: tokens.other, delegatedAmount: { uiAmount: 1.5, uiAmountString: '1.5' } },
    },
  });
  expect(await parsed(tokens.mint)).toMatchObject({ parsed: { info: { mintAuthority: null } } });
});

test.each([TOKEN_PROGRAM_ADDRESS, TOKEN_2022])(
  'balances, supply and owners of %s',
  async (program) => {
    const world = await startWorld();
    const { rpc, payer, ask } = world;
    const tokens = await mintTokens(world, program);
    const signature = await world.run(transferTokens(world, tokens, 2_500_001n, program));
    const balance = async (of: Address) =>
      (await rpc.getTokenAccountBalance(of).send()).value.uiAmountString;
    expect([await balance(tokens.mine), await balance(tokens.theirs)]).toEqual([
      '7.499999',
      '2.500001',
    ]);
    const { value: supply } = await rpc.getTokenSupply(tokens.mint).send();
    expect(supply).toEqual({ amount: '10000000', decimals: 6, uiAmount: 10, uiAmountString: '10' });
    for (const filter of [{ mint: tokens.mint }, { programId: program }]) {
      const owned = await rpc
        .getTokenAccountsByOwner(payer.address, filter as never, { encoding: 'jsonParsed' })
        .send();
      expect(owned.value.map(({ pubkey }) => pubkey)).toEqual([tokens.mine]);
    }
    const none = await rpc
      .getTokenAccountsByOwner(tokens.mint, { programId: program }, { encoding: 'base64' })
      .send();
    expect(none.value).toEqual([]);
    const settings = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const shown = await ask('getTransaction', signature, settings);
    const balanceOf = (owner: string, uiAmountString: string) =>
      expect.objectContaining({
        ...{ mint: tokens.mint, owner, programId: program },
        uiTokenAmount: expect.objectContaining({ uiAmountString, decimals: 6 }),
      });
    const { meta } = shown as { meta: Record<string, unknown> };
    expect(meta.preTokenBalances).toEqual(
      expect.arrayContaining([balanceOf(payer.address, '10'), balanceOf(tokens.other, '0')]),
    );
    expect(meta.postTokenBalances).toEqual(
      expect.arrayContaining([
        balanceOf(payer.address, '7.499999'),
        balanceOf(tokens.other, '2.500001'),
      ]),
    );
  },
);

test('inner instructions are shown with the transaction', async () => {
  const world = await startWorld();
  const { payer, ask } = world;
  const tokens = await mintTokens(world, TOKEN_PROGRAM_ADDRESS);
  const owner = (await generateKeyPairSigner()).address;
  const [ata] = await findAssociatedTokenPda({
    ...{ mint: tokens.mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS },
  });
  const create = getCreateAssociatedTokenInstruction({ payer, owner, ata, mint: tokens.mint });
  const { base64, signature } = await world.sign([create]);
  await ask('sendTransaction', base64, { encoding: 'base64' });
  const shown = (await ask('getTransaction', signature, {
    ...{ commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  })) as {
    meta: { innerInstructions: { index: number; instructions: unknown[] }[] };
    transaction: { message: { accountKeys: string[] } };
  };
  const [inner, ...more] = shown.meta.innerInstructions;
  expect([inner?.index, more]).toEqual([0, []]);
  expect(inner?.instructions.length).toBeGreaterThan(2);
  const { accountKeys } = shown.transaction.message;
  const accounts = [ata, tokens.mint].map((each) => accountKeys.indexOf(each));
  const last = { programIdIndex: expect.any(Number), accounts, stackHeight: 2 };
  expect(inner?.instructions.at(-1)).toMatchObject(last);
});

test('an account that is no mint or no token account is an error', async () => {
  const world = await startWorld();
  const { payer, askForError } = world;
  const { mint, mine } = await mintTokens(world, TOKEN_PROGRAM_ADDRESS);
  const missing = (await generateKeyPairSigner()).address;
  const problems: [string, string, string][] = [
    ['getTokenAccountBalance', missing, 'could not find account'],
    ['getTokenAccountBalance', payer.address, 'not a Token account'],
    ['getTokenAccountBalance', mint, 'not a Token account'],
    ['getTokenSupply', missing, 'could not find account'],
    ['getTokenSupply', payer.address, 'not a Token mint'],
    ['getTokenSupply', mine, 'mint could not be unpacked'],
  ];
  for (const [method, at, problem] of problems) {
    const error = await askForError(method, at, { commitment: 'confirmed' });
    expect([method, error]).toEqual([
      method,
      { code: -32602, message: `Invalid param: ${problem}` },
    ]);
  }
  const byOwner = (filter: object) => askForError('getTokenAccountsByOwner', payer.address, filter);
  expect((await byOwner({ programId: mint })).message).toBe(
    'Invalid param: unrecognized Token program id',
  );
  expect((await byOwner({})).code).toBe(-32602);
  expect((await byOwner({ owner: mint })).message).toContain('unknown variant `owner`');
});

test('wrapped lamports show the rent-exempt reserve', async () => {
  const world = await startWorld();
  const { payer, run, ask } = world;
  const mint = address('So11111111111111111111111111111111111111112');
  const [ata] = await findAssociatedTokenPda({
    ...{ mint, owner: payer.address, tokenProgram: TOKEN_PROGRAM_ADDRESS },
  });
  await run(getCreateAssociatedTokenInstruction({ payer, owner: payer.address, ata, mint }));
  const settings = { encoding: 'jsonParsed', commitment: 'confirmed' };
  expect(await ask('getAccountInfo', ata, settings)).toMatchObject({
    value: {
      data: { parsed: { info: { isNative: true, rentExemptReserve: { amount: '1488440' } } } },
    },
  });
});

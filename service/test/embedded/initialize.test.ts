import { fetchMint, fetchToken } from '@solana-program/token';
import { KNOWN_PROGRAMS } from '@tote/chain/deployment/known-programs';
import { ensureUtility, findDerivedMint } from '@tote/chain/deployment/utility-mint';
import { createKey } from '@tote/chain/key';
import { findTokenAccount, NO_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { topUp } from '../../src/embedded/credit.ts';
import { checkInitialized, initializeEmbedded } from '../../src/embedded/initialize.ts';
import { createDisable } from '../support/change-config.ts';
import { type EmptyWorld, startEmptyWorld } from './support.ts';

let world: EmptyWorld;
beforeEach(async () => {
  world = await startEmptyWorld();
});
afterEach(() => world.close());

const initialize = () => {
  const { chain, keys, treasury } = world;
  return initializeEmbedded({ chain, keys, treasury: treasury.address });
};

test('a start writes Config, mint and token accounts; a second one finds it done and sends nothing', async () => {
  const { admin, relayer, oracle } = world.keys;
  const config = await initialize();
  expect(config).toMatchObject({
    burnBps: 500,
    developerBps: 500,
    vetoSeconds: 0,
    utilityDecimals: 6,
    minimumStake: [100_000n, 1_000n],
    admin: admin.address,
    operator: relayer.address,
    oracle: oracle.address,
    guardian: admin.address,
    treasury: world.treasury.address,
    utilityMint: await findDerivedMint(admin.address),
    knownProgramsLen: 9,
  });
  expect(config.knownPrograms.slice(0, 9)).toEqual(KNOWN_PROGRAMS);
  expect(await world.chain.accounts.getConfig()).toEqual(config);
  const { sol } = await world.chain.accounts.getVaults();
  expect(sol).toMatchObject({ lot: 100_000_000n, roundSeconds: 60n, owed: 0n });

  const { data } = await fetchMint(world.chain.rpc, config.utilityMint);
  expect(data).toMatchObject({ decimals: 6, supply: 0n });
  expect(data.mintAuthority).toEqual({ __option: 'Some', value: admin.address });
  expect(data.freezeAuthority).toEqual({ __option: 'None' });
  const utility = await world.chain.accounts.getUtility();
  const { utilityMint: mint } = config;
  expect(utility).toEqual({ utilityMint: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  for (const owner of [config.treasury, admin.address]) {
    const account = await fetchToken(world.chain.rpc, await findTokenAccount(owner, utility));
    expect(account.data).toMatchObject({ owner, mint, amount: 0n });
  }

  const { transactionCount } = await world.localnet.info();
  expect(await initialize()).toEqual(config);
  expect((await world.localnet.info()).transactionCount).toBe(transactionCount);
});

test('a start that was interrupted after the mint is completed', async () => {
  const { admin } = world.keys;
  await topUp(world.chain, admin.address, { atLeast: 1n, by: 10n ** 13n });
  const mint = await findDerivedMint(admin.address);
  const utility = { utilityMint: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  await ensureUtility(world.chain, { admin, ...utility, owners: [] });
  expect((await initialize()).utilityMint).toBe(mint);
});

test('a start refuses a Config of another version, size or type, and sends nothing', async () => {
  await initialize();
  const { chain, localnet, keys } = world;
  const { value } = await chain.rpc
    .getAccountInfo(chain.addresses.config, { encoding: 'base64' })
    .send();
  const ours = new Uint8Array(Buffer.from(value?.data[0] ?? '', 'base64'));
  const owner = chain.programAddress;
  for (const [data, found] of [
    [ours.with(1, 1), 'version 1 and 1488 bytes'],
    [ours.with(1, 4), 'version 4 and 1488 bytes'],
    [ours.slice(0, 1_487), 'version 3 and 1487 bytes'],
    [ours.with(0, 4), 'version 3 and 1488 bytes'],
  ] as const) {
    const account = { lamports: 20_000_000n, owner, data };
    await localnet.sandbox.setAccount(chain.addresses.config, account);
    const { transactionCount } = await localnet.info();
    await expect(initialize()).rejects.toThrow(found);
    await expect(initialize()).rejects.toThrow('npm start -- --reset');
    const onCluster = checkInitialized(chain, keys);
    await expect(onCluster).rejects.toThrow('this version reads version 3 of 1488 bytes');
    await expect(checkInitialized(chain, keys)).rejects.toThrow('TOTE_PROGRAM_ADDRESS');
    expect((await localnet.info()).transactionCount).toBe(transactionCount);
    // A running service does not read such an account as Config either.
    const read = chain.accounts.getConfig();
    await expect(read).rejects.toMatchObject({ code: 'chain_unavailable' });
  }
});

test('a start ignores SOL at the address of the Config', async () => {
  const { config } = world.chain.addresses;
  await world.localnet.sandbox.setAccount(config, { lamports: 1_000_000n });
  expect((await initialize()).operator).toBe(world.keys.relayer.address);
});

test('a disabled key is not refused', async () => {
  await initialize();
  const { chain, keys } = world;
  const { admin } = keys;
  await chain.send([createDisable({ chain, admin }, { operator: 0, oracle: 0 })], [admin]);
  const config = await initialize();
  expect([config.operator, config.oracle]).toEqual([NO_ADDRESS, NO_ADDRESS]);
  expect(await checkInitialized(chain, keys)).toEqual(config);
});

describe('checkInitialized', () => {
  test('refuses a chain without Config, and changes nothing', async () => {
    const before = await world.localnet.info();
    const check = checkInitialized(world.chain, world.keys);
    await expect(check).rejects.toThrow('has no Config on this chain');
    expect((await world.localnet.info()).transactionCount).toBe(before.transactionCount);
  });

  test('accepts our keys, the operator as the present or the next relayer, and no others', async () => {
    const config = await initialize();
    expect(await checkInitialized(world.chain, world.keys)).toEqual(config);
    const keys = { ...world.keys, oracle: await createKey() };
    const announce = `tote config announce --oracle ${keys.oracle.address}`;
    await expect(checkInitialized(world.chain, keys)).rejects.toThrow(announce);
    const [other, third] = [await createKey(), await createKey()];
    const { relayer } = world.keys;
    const during = { ...world.keys, nextRelayer: other };
    expect(await checkInitialized(world.chain, during)).toEqual(config);
    const after = { ...world.keys, relayer: other, nextRelayer: relayer };
    expect(await checkInitialized(world.chain, after)).toEqual(config);
    const neither = { ...world.keys, relayer: other, nextRelayer: third };
    const text = `the operator in the Config of this chain is ${relayer.address}. Put the key file`;
    await expect(checkInitialized(world.chain, neither)).rejects.toThrow(text);
    // Nor does a start, which would initialize an empty chain.
    const { chain, treasury } = world;
    const again = initializeEmbedded({ chain, keys: neither, treasury: treasury.address });
    await expect(again).rejects.toThrow(`The relayer key is ${other.address}, but the operator`);
  });
});

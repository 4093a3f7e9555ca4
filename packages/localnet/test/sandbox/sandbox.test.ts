import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, address, generateKeyPairSigner } from '@solana/kit';
import {
  fetchMint,
  fetchToken,
  findAssociatedTokenPda,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { expect, test } from 'vitest';
import { type Localnet, startLocalnet } from '../../src/index.ts';
import { makeDir, startTestnet } from '../support/localnet.ts';

const SYSTEM = address('11111111111111111111111111111111');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const confirmed = { commitment: 'confirmed' } as const;
const newAddress = async () => (await generateKeyPairSigner()).address;

async function getAccount({ rpc }: Localnet, at: Address) {
  return (await rpc.getAccountInfo(at, { ...confirmed, encoding: 'base64' }).send()).value;
}

test('an account is set, read back, and deleted', async () => {
  const localnet = await startTestnet();
  const [at, owner] = [await newAddress(), await newAddress()];
  const data = new Uint8Array([1, 2, 3]);
  await localnet.sandbox.setAccount(at, { lamports: 2n ** 60n, owner, data });
  expect(await getAccount(localnet, at)).toMatchObject({
    lamports: 2n ** 60n,
    owner,
    data: ['AQID', 'base64'],
    executable: false,
  });
  await localnet.sandbox.setAccount(at, { lamports: 0n });
  expect(await getAccount(localnet, at)).toBeNull();
});

test.each([
  ['classic', TOKEN_PROGRAM_ADDRESS, 165n],
  ['Token-2022', TOKEN_2022, 170n],
])('%s test tokens are minted to the associated token account', async (_, tokenProgram, space) => {
  const localnet = await startTestnet();
  const { sandbox, rpc } = localnet;
  const [owner, mintAuthority] = [await newAddress(), await newAddress()];
  const mint = await sandbox.createMint({ decimals: 6, mintAuthority, tokenProgram });
  await sandbox.mintTo(mint, owner, 5n);
  const held = await sandbox.mintTo(mint, owner, 2n ** 60n);
  const seeds = { mint, owner, tokenProgram };
  expect(held).toBe((await findAssociatedTokenPda(seeds))[0]);
  const token = await fetchToken(rpc, held, confirmed);
  expect(token.data).toMatchObject({ mint, owner, amount: 2n ** 60n + 5n });
  expect(await getAccount(localnet, held)).toMatchObject({ owner: tokenProgram, space });
  const { data } = await fetchMint(rpc, mint, confirmed);
  expect(data).toMatchObject({ decimals: 6, supply: 2n ** 60n + 5n });
  await expect(sandbox.mintTo(mint, owner, 2n ** 64n - 1n)).rejects.toThrow('supply');
  await expect(sandbox.mintTo(owner, owner, 1n)).rejects.toThrow('not a mint');
  await expect(sandbox.createMint({ decimals: 6, address: mint })).rejects.toThrow('exists');
  const foreign = sandbox.createMint({ decimals: 6, tokenProgram: SYSTEM });
  await expect(foreign).rejects.toThrow('tokenProgram');
});

test('the clock moves forward, by whole seconds only', async () => {
  const localnet = await startTestnet();
  const before = await localnet.sandbox.advanceClock(0);
  const after = await localnet.sandbox.advanceClock(86_400);
  expect(Number(after - before)).toBeGreaterThanOrEqual(86_400);
  expect(Number(after - before)).toBeLessThan(86_410);
  const clock = await getAccount(localnet, CLOCK);
  const seen = Buffer.from(clock?.data[0] ?? '', 'base64').readBigInt64LE(32);
  expect(seen).toBeGreaterThanOrEqual(after);
  for (const seconds of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12]) {
    await expect(localnet.sandbox.advanceClock(seconds)).rejects.toThrow('Invalid seconds');
  }
});

test('the clock stays before 2100, also by the sum of many moves at once', async () => {
  const { sandbox, rpc } = await startTestnet({ inThread: true });
  const tenYears = 3_650 * 86_400;
  const moves = Array.from({ length: 800 }, () => sandbox.advanceClock(tenYears));
  const results = await Promise.allSettled(moves);
  const start = new Date().getUTCFullYear();
  const done = results.filter(({ status }) => status === 'fulfilled').length;
  expect(done).toBe(Math.floor((Date.UTC(2100, 0, 1) - Date.now()) / (tenYears * 1_000)));
  const refused = results.find((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toContain('the clock cannot go beyond the year 2100');
  const now = await sandbox.advanceClock(0);
  expect(new Date(Number(now) * 1_000).getUTCFullYear()).toBeGreaterThan(start + 10 * done - 2);
  const left = Date.UTC(2100, 0, 1) / 1_000 - Number(now);
  await expect(sandbox.advanceClock(left + 1)).rejects.toThrow('beyond the year 2100');
  await sandbox.advanceClock(left - 3_600);
  await expect(rpc.getHealth().send()).resolves.toBe('ok');
});

test('moving the clock starts a new slot, because a slot has one time', async () => {
  const { sandbox, rpc } = await startTestnet({ slotMs: 60_000 });
  const slotOf = () => rpc.getSlot(confirmed).send();
  const first = await slotOf();
  await sandbox.advanceClock(10);
  expect(await slotOf()).toBe(first + 1n);
  await sandbox.advanceClock(0);
  expect(await slotOf()).toBe(first + 1n);
});

const dump = (pubkey: string) => ({
  pubkey,
  account: {
    lamports: 7,
    data: ['aGVsbG8=', 'base64'] as const,
    owner: SYSTEM,
    executable: false,
    rentEpoch: 0,
    space: 5,
  },
});

test('a file that `solana account --output json` wrote is loaded, and so is a given account', async () => {
  const dir = makeDir();
  const [one, two] = [await newAddress(), await newAddress()];
  const file = join(dir, 'account.json');
  // Its rent epoch exceeds the safe integers of JavaScript, and its lamports may too.
  const text = JSON.stringify(dump(one)).replace('"rentEpoch":0', `"rentEpoch":${2n ** 64n - 1n}`);
  writeFileSync(file, text.replace('"lamports":7', '"lamports":9007199254740993'));
  const localnet = await startTestnet({ accounts: [file, { address: two, lamports: 5n }] });
  expect(await getAccount(localnet, one)).toMatchObject({
    lamports: 9_007_199_254_740_993n,
    data: ['aGVsbG8=', 'base64'],
  });
  expect(await getAccount(localnet, two)).toMatchObject({ lamports: 5n });
  writeFileSync(file, '{"pubkey":"x"}');
  await expect(startTestnet({ accounts: [file] })).rejects.toThrow(/account\.json.*`account`/);
  await expect(startTestnet({ accounts: [join(dir, 'none')] })).rejects.toThrow('ENOENT');
});

test('a restart does not overwrite accounts with those of the options', async () => {
  const dir = makeDir();
  const at = await newAddress();
  const options = { dir, slotMs: 20, accounts: [{ address: at, lamports: 5n }] };
  const first = await startLocalnet(options);
  await first.sandbox.setAccount(at, { lamports: 6n });
  await first.close();
  expect(await getAccount(await startTestnet(options), at)).toMatchObject({ lamports: 6n });
});

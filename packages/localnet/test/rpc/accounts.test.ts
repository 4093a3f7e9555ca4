import { execFileSync, spawnSync } from 'node:child_process';
import { address, generateKeyPairSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import { systemAccount } from '../../src/ledger/account.ts';
import { toZstdFrame } from '../../src/rpc/encodings.ts';
import { keyOf, SOL, startWorld } from './support.ts';

const PROGRAM = 'Vote111111111111111111111111111111111111111';

async function withAccounts(count: number) {
  const world = await startWorld();
  const addresses: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const signer = await generateKeyPairSigner();
    const data = new Uint8Array(40 + (i % 2)).fill(i, 8, 40);
    data[0] = 7;
    const owner = keyOf(PROGRAM);
    const account = { lamports: SOL, owner, data, isExecutable: false };
    await world.ledger.setAccounts(new Map([[keyOf(signer.address), account]]));
    addresses.push(signer.address);
  }
  /** The numbers of the accounts whose data has this byte. */
  const find = async (value: number, commitment = 'processed') => {
    const bytes = Buffer.alloc(32, value).toString('base64');
    const filters = [{ memcmp: { offset: 8, bytes, encoding: 'base64' } }];
    const settings = { encoding: 'base64', commitment, filters };
    const found = await world.ask('getProgramAccounts', PROGRAM, settings);
    return (found as { pubkey: string }[]).map(({ pubkey }) => addresses.indexOf(pubkey)).sort();
  };
  return { ...world, addresses, find };
}

test('an account is shown in every encoding, and sliced', async () => {
  const { rpc, ask, addresses } = await withAccounts(1);
  const at = address(addresses[0] as string);
  const { value } = await rpc.getAccountInfo(at, { encoding: 'base64' }).send();
  expect(value).toMatchObject({
    lamports: SOL,
    owner: PROGRAM,
    executable: false,
    space: 40n,
    data: [Buffer.from([7, ...new Uint8Array(39)]).toString('base64'), 'base64'],
  });
  const raw = (encoding?: string, dataSlice?: object) =>
    ask('getAccountInfo', at, { encoding, dataSlice, commitment: 'confirmed' }) as Promise<{
      value: { data: unknown; rentEpoch: bigint };
    }>;
  expect((await raw()).value.rentEpoch).toBe(18_446_744_073_709_551_615n);
  expect(typeof (await raw()).value.data).toBe('string');
  expect((await raw('base58', { offset: 0, length: 1 })).value.data).toEqual(['8', 'base58']);
  expect((await raw('base64', { offset: 1, length: 2 })).value.data).toEqual(['AAA=', 'base64']);
  expect((await raw('base64', { offset: 2n ** 63n, length: 2 })).value.data).toEqual([
    '',
    'base64',
  ]);
  expect((await raw('jsonParsed', { offset: 0, length: 1 })).value.data).toEqual([
    'Bw==',
    'base64',
  ]);
  const [zstd, name] = (await raw('base64+zstd')).value.data as [string, string];
  expect(name).toBe('base64+zstd');
  // 9 bytes of frame and 3 of block, then the data itself.
  expect(Buffer.from(zstd, 'base64').subarray(12)).toEqual(Buffer.from([7, ...new Uint8Array(39)]));
});

const unzstd = (frame: Uint8Array) => execFileSync('zstd', ['-d', '-c'], { input: frame });

const hasZstd = spawnSync('zstd', ['--version']).status === 0;

test.skipIf(!hasZstd)('a real decoder reads zstd frames of none, one and many blocks', () => {
  for (const size of [0, 1, 131_072, 131_073, 400_000]) {
    const bytes = Buffer.alloc(size, 'tote');
    expect(unzstd(toZstdFrame(bytes)).equals(bytes)).toBe(true);
  }
});

test('base58 shows 128 bytes and refuses 129', async () => {
  const { ledger, payer, ask, askForError } = await startWorld();
  const setSize = (bytes: number) => {
    const account = { ...systemAccount(SOL), data: new Uint8Array(bytes) };
    return ledger.setAccounts(new Map([[keyOf(payer.address), account]]));
  };
  const settings = { encoding: 'base58', commitment: 'processed' };
  await setSize(128);
  await ask('getAccountInfo', payer.address, settings);
  await setSize(129);
  expect(await askForError('getAccountInfo', payer.address, settings)).toEqual({
    code: -32600,
    message:
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
  });
});

test('several accounts are returned in the requested order, with null for missing ones', async () => {
  const { rpc, addresses, askForError } = await withAccounts(2);
  const missing = (await generateKeyPairSigner()).address;
  const asked = [addresses[1], missing, addresses[0]].map((text) => address(text as string));
  const { value } = await rpc.getMultipleAccounts(asked, { encoding: 'base64' }).send();
  expect(value.map((account) => account?.space)).toEqual([41n, undefined, 40n]);
  expect(await rpc.getMultipleAccounts(Array(100).fill(missing)).send()).toBeDefined();
  const error = await askForError('getMultipleAccounts', Array(101).fill(missing));
  expect(error).toEqual({ code: -32602, message: 'Too many inputs provided; max 100' });
});

test('accounts of a program are found by size, by bytes, and by both', async () => {
  const { rpc, addresses } = await withAccounts(6);
  const find = async (...filters: object[]) => {
    const found = await rpc
      .getProgramAccounts(address(PROGRAM), { encoding: 'base64', filters: filters as never })
      .send();
    return found.map(({ pubkey }) => addresses.indexOf(pubkey)).sort();
  };
  const bytes = (value: number) => Buffer.alloc(32, value).toString('base64');
  const memcmp = (offset: number, text: string, encoding = 'base64') => ({
    memcmp: { offset: BigInt(offset), bytes: text, encoding },
  });
  expect(await find()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await find({ dataSize: 41n })).toEqual([1, 3, 5]);
  expect(await find(memcmp(8, bytes(3)))).toEqual([3]);
  expect(await find(memcmp(0, '8', 'base58'))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await find(memcmp(0, '8', 'base58'), memcmp(8, bytes(2)), { dataSize: 40n })).toEqual([2]);
  expect(await find(memcmp(8, bytes(2)), { dataSize: 41n })).toEqual([]);
  expect(await find(memcmp(10, bytes(2)))).toEqual([]);
  expect(await find(memcmp(1e15, bytes(2)))).toEqual([]);
});

test('an account that changed is found by its new bytes, and not by its old ones', async () => {
  const { ledger, addresses, find } = await withAccounts(2);
  const key = keyOf(addresses[0] as string);
  const change = async (changed: object) => {
    const account = ledger.getAccount(key, 'processed');
    await ledger.setAccounts(new Map([[key, account && { ...account, ...changed }]]));
  };
  expect(await find(9)).toEqual([]);
  await change({ data: new Uint8Array(40).fill(9, 8) });
  expect(await find(9)).toEqual([0]);
  await change({ data: new Uint8Array(40).fill(9, 8).fill(1, 0, 8), lamports: 5_000_000n });
  expect(await find(9)).toEqual([0]);
  await change({ data: new Uint8Array(48).fill(7, 8) });
  expect([await find(9), await find(7)]).toEqual([[], [0]]);
  await change({ owner: keyOf('11111111111111111111111111111111') });
  expect([await find(9), await find(7)]).toEqual([[], []]);
});

test('a program account is found by its data at the requested commitment', async () => {
  const { ledger, addresses, find, passSlots } = await withAccounts(1);
  passSlots(40);
  const key = keyOf(addresses[0] as string);
  const before = ledger.getAccount(key, 'processed');
  const data = new Uint8Array(40).fill(9, 8);
  await ledger.setAccounts(new Map([[key, before && { ...before, data }]]));
  const findBoth = async (at: string) => [await find(0, at), await find(9, at)];
  expect(await findBoth('confirmed')).toEqual([[], [0]]);
  expect(await findBoth('finalized')).toEqual([[0], []]);
  passSlots(31);
  expect(await findBoth('finalized')).toEqual([[0], []]);
  passSlots(1);
  expect(await findBoth('finalized')).toEqual([[], [0]]);
});

test('withContext returns the slot, and four filters are accepted but not five', async () => {
  const { ask, askForError, ledger } = await startWorld();
  const filters = Array(4).fill({ dataSize: 1 });
  const answer = await ask('getProgramAccounts', PROGRAM, { withContext: true, filters });
  expect(answer).toEqual({ context: { apiVersion: '4.2.0', slot: 0n }, value: [] });
  expect(ledger.clock.slot).toBe(1n);
  const error = await askForError('getProgramAccounts', PROGRAM, {
    filters: [...filters, { dataSize: 1 }],
  });
  expect(error).toEqual({ code: -32602, message: 'Too many filters provided; max 4' });
});

test('a search over very many accounts lets other requests through, and shows one moment', async () => {
  const { ledger, ask } = await startWorld();
  const owner = keyOf(PROGRAM);
  const account = (value: number) => ({
    ...{ lamports: SOL, owner, data: Uint8Array.of(value), isExecutable: false },
  });
  const signers = await Promise.all(Array.from({ length: 2_500 }, () => generateKeyPairSigner()));
  const keys = signers.map((signer) => keyOf(signer.address));
  await ledger.setAccounts(new Map(keys.map((key) => [key, account(1)])));
  const answered: string[] = [];
  const settings = { encoding: 'base64', commitment: 'confirmed' };
  const all = ask('getProgramAccounts', PROGRAM, settings).then((found) => {
    answered.push('accounts');
    return found as { account: { data: [string, string] } }[];
  });
  await ask('getSlot').then(() => answered.push('slot'));
  // All of them change at once, while they are read.
  await ledger.setAccounts(new Map(keys.map((key) => [key, account(2)])));
  const found = await all;
  expect(answered).toEqual(['slot', 'accounts']);
  expect(found).toHaveLength(2_500);
  expect(new Set(found.map(({ account: { data } }) => data[0])).size).toBe(1);
});

import { type Address, address, getAddressDecoder } from '@solana/kit';
import { RpcClient } from '@tote/chain/rpc-client';
import { unixSeconds } from '@tote/domain';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countHolders,
  findVaultAuthorities,
  LEFT_OUT_WORDS,
  listHoldings,
} from '../../src/oracles/count-holders.ts';
import { KNOWN_PROGRAMS } from '../../src/oracles/pools/all.ts';
import { CPMM_PROGRAM, TOKEN_PROGRAM, WHIRLPOOL_PROGRAM } from '../../src/oracles/programs.ts';
import { findPoolOwners, readHolders } from '../../src/oracles/read-holders.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { renderSampleText } from '../../src/render-sample.ts';
import { readSampleText } from '../../src/sampled-evidence.ts';
import { measured } from '../support/hour.ts';
import { mintAccount, patched, sampleOf, tokenAccount } from './support/dumps.ts';

let localnet: Localnet;
let chain: { rpc: RpcClient['rpc'] };
beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: 20, inThread: false });
  chain = { rpc: new RpcClient({ transport: localnet.rpcTransport }).rpc };
});
afterAll(() => localnet.close());

const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const addressOf = (first: number, number: number): Address => {
  const bytes = new Uint8Array(32).fill(first);
  new DataView(bytes.buffer).setUint32(28, number);
  return getAddressDecoder().decode(bytes);
};
const put = (at: Address, owner: Address, data = new Uint8Array(8)) => ({
  ...{ address: at, owner, data, lamports: 1_000_000_000n },
});

test('the addresses that own all vaults of a program follow from their seeds', async () => {
  const names = [...(await findVaultAuthorities())].map(([authority, program]) => [
    KNOWN_PROGRAMS.find((each) => each.program === program)?.name,
    authority,
  ]);
  expect(Object.fromEntries(names)).toEqual({
    'Raydium CPMM': 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL',
    'Raydium LaunchLab': 'WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh',
    'Raydium AMM v4': '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1',
    'Meteora DBC': 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM',
    'Meteora DAMM v2': 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC',
  });
});

test('the words of open markets do not change', () => {
  expect(LEFT_OUT_WORDS).toBe(
    'The vaults of pump.fun, PumpSwap, Raydium CPMM, Raydium LaunchLab, Raydium AMM v4, Raydium ' +
      'CLMM, Orca Whirlpool, Meteora DBC, Meteora DAMM v2, Meteora DLMM, Meteora DAMM v1 are not ' +
      'counted, if they are among the 400 largest owners.',
  );
});

test('the pools of every known program are left out of a count, and nobody else', async () => {
  const pools = KNOWN_PROGRAMS.map(({ program }, index) => put(addressOf(1, index), program));
  const authorities = [...(await findVaultAuthorities()).keys()];
  const wallets = [1, 2, 3].map((index) => addressOf(2, index));
  const owners = [...pools.map((each) => each.address), ...authorities, ...wallets];
  const accounts = owners.map((owner, index) => {
    const { data } = tokenAccount(owner, { mint: MINT, owner, amount: BigInt(1_000 - index) });
    return put(addressOf(3, index), TOKEN_PROGRAM, Uint8Array.from(data));
  });
  // A wallet, and an account of a program that has no pools.
  const others = [put(wallets[0] as Address, TOKEN_PROGRAM)];
  await localnet.sandbox.setAccounts([...pools, ...others, ...accounts]);
  const rule = { mint: MINT, program: TOKEN_PROGRAM, minimumBaseUnits: 0n };
  const { count, leftOut } = await readHolders(chain, rule);
  expect(count).toBe(3n);
  expect(leftOut?.count).toBe(pools.length + authorities.length);
  expect(leftOut?.largest[0]).toEqual({
    ...{ owner: pools[0]?.address, program: KNOWN_PROGRAMS[0]?.program, amount: 1_000n },
  });
});

test('a pool is looked up among the 400 largest owners only', async () => {
  const pool = addressOf(4, 0);
  await localnet.sandbox.setAccounts([put(pool, WHIRLPOOL_PROGRAM)]);
  const owners = Array.from({ length: 400 }, (_, index) => addressOf(5, index));
  const find = async (at: number) => await findPoolOwners(chain, owners.toSpliced(at, 0, pool));
  expect((await find(399)).get(pool)).toBe(WHIRLPOOL_PROGRAM);
  expect((await find(400)).has(pool)).toBe(false);
});

const other = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const wallet = (number: number): Address =>
  getAddressDecoder().decode(new Uint8Array(32).fill(number));
const holding = (number: number, amount: bigint, of: Address = MINT) =>
  tokenAccount(wallet(100 + number), { mint: of, owner: wallet(number), amount });

const rule = { mint: MINT, minimumBaseUnits: 0n, pools: new Map<Address, Address>() };
const count = (
  accounts: Parameters<typeof listHoldings>[0],
  change: Partial<Parameters<typeof countHolders>[1]> = {},
) => countHolders(listHoldings(accounts, MINT), { ...rule, ...change });

test('several accounts of one owner are one holder; empty accounts do not count', () => {
  const accounts = [holding(1, 5n), holding(1, 7n), holding(2, 1n), holding(3, 0n)];
  expect(count(accounts)).toEqual({
    ...{ mint: MINT, count: 2n, minimumBaseUnits: 0n, isComplete: true },
  });
});

test('the minimum applies to the sum of an owner’s accounts', () => {
  const accounts = [holding(1, 5n), holding(1, 5n), holding(2, 9n), holding(3, 10n)];
  expect(count(accounts, { minimumBaseUnits: 10n }).count).toBe(2n);
});

test('pools, other mints, mints and invalid accounts are not holders', () => {
  const pools = new Map([[wallet(1), CPMM_PROGRAM]]);
  const broken = patched(holding(4, 5n), 108, [0]);
  const accounts = [holding(1, 5n), holding(2, 5n, other), mintAccount(MINT), broken];
  expect(count(accounts, { pools }).count).toBe(0n);
});

test('a count lists the largest owners that it left out, in one order, and counts the others', () => {
  const owners = Array.from({ length: 12 }, (_, index) => index + 1);
  const pools = new Map(owners.map((each) => [wallet(each), CPMM_PROGRAM] as const));
  const accounts = owners.map((each) => holding(each, each < 3 ? 7n : 8n));
  const { leftOut, count: counted } = count([...accounts, holding(50, 9n)], { pools });
  expect(counted).toBe(1n);
  expect(leftOut).toMatchObject({ count: 12, amount: 94n });
  expect(leftOut?.largest).toHaveLength(10);
  expect(leftOut?.largest.every(({ amount }) => amount === 8n)).toBe(true);
  expect(count([holding(50, 9n), ...accounts.toReversed()], { pools }).leftOut).toEqual(leftOut);
  const empty = accounts.map((account) => patched(account, 64, new Uint8Array(8)));
  expect(count(empty, { pools })).not.toHaveProperty('leftOut');
});

test('what was left out is in the text of a sample, and only then', () => {
  const pools = new Map([[wallet(1), CPMM_PROGRAM]]);
  const text = (holders: ReturnType<typeof count>) =>
    renderSampleText({ ...sampleOf(1, []), holders });
  const holders = count([holding(1, 5n), holding(2, 6n)], { pools });
  expect(readSampleText(text(holders)).holders).toEqual(holders);
  expect(text(count([holding(2, 6n)]))).not.toContain('leftOut');
});

const largest = (
  accounts: Parameters<typeof listHoldings>[0],
  change: Partial<Parameters<typeof countHolders>[1]> = {},
) => count(accounts, { pools: new Map([[wallet(99), CPMM_PROGRAM]]), isLargest: true, ...change });

test('adds up the ten largest owners, without pools and burn addresses', () => {
  const ten = Array.from({ length: 10 }, (_, index) => holding(index + 1, 10n));
  const owner = address('1nc1nerator11111111111111111111111111111111');
  const burned = tokenAccount(wallet(200), { mint: MINT, owner, amount: 1_000n });
  const pool = holding(99, 1_000n);
  expect(largest([...ten, holding(11, 9n), burned, pool]).largest).toBe(100n);
  // Two accounts of one owner are one holding.
  expect(largest([...ten, holding(11, 9n), holding(11, 2n)]).largest).toBe(101n);
  expect(largest([]).largest).toBe(0n);
  expect(largest(ten, { isLargest: false })).not.toHaveProperty('largest');
});

/** The share of the ten largest, compared with half of the supply. */
function shareOf(change: object, supply = 200n) {
  const input = { question: '', tokenAddress: MINT, expiresAt: unixSeconds(2_000_000_000n) };
  const fields = { type: 'top_holders', comparator: 'gt', threshold: '50' };
  const holders = { ...largest([holding(1, 100n)]), ...change };
  const sample = { ...sampleOf(1, [mintAccount(MINT, { supply, decimals: 0 })]), holders };
  return measured(parseCondition(fields, input), sample);
}

test('compares their share of the supply', async () => {
  expect(await shareOf({})).toEqual(['50', false]);
  expect(await shareOf({ largest: 101n })).toEqual(['50.5', true]);
  expect(await shareOf({ largest: 0n }, 0n)).toEqual(['0', false]);
});

test('a count without them, of another token or that is not complete says nothing', async () => {
  expect(await shareOf({ largest: undefined })).toBe('missing');
  expect(await shareOf({ mint: wallet(7) })).toBe('missing');
  expect(await shareOf({ isComplete: false })).toBe('incomplete');
});

test('a sample says what they have only if it was added up, so that older samples keep their text', () => {
  const sample = sampleOf(1, []);
  const plain = count([holding(1, 5n)]);
  expect(renderSampleText({ ...sample, holders: plain })).not.toContain('largest');
  const text = renderSampleText({ ...sample, holders: { ...plain, largest: 5n } });
  expect(text).toContain('"largest":"5"');
});

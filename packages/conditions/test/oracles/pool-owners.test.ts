import { type Address, address, getAddressDecoder } from '@solana/kit';
import { RpcClient } from '@tote/chain/rpc-client';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findVaultAuthorities, LEFT_OUT_WORDS } from '../../src/oracles/pool-owners.ts';
import { KNOWN_PROGRAMS } from '../../src/oracles/pools/all.ts';
import { TOKEN_PROGRAM, WHIRLPOOL_PROGRAM } from '../../src/oracles/programs.ts';
import { findPoolOwners, readHolders } from '../../src/oracles/read-holders.ts';
import { tokenAccount } from './support/dumps.ts';

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

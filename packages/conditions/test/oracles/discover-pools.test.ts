import { type Address, getAddressDecoder, type RpcTransport } from '@solana/kit';
import { RpcClient } from '@tote/chain/rpc-client';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountSnapshot } from '../../src/oracles/account-snapshot.ts';
import {
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
  findPythPushAddress,
} from '../../src/oracles/derived-addresses.ts';
import { discoverPools } from '../../src/oracles/discover-pools.ts';
import { decodeCpmmPool } from '../../src/oracles/pools/raydium-cpmm.ts';
import { decodeWhirlpool } from '../../src/oracles/pools/whirlpool.ts';
import { getFeed } from '../../src/oracles/price-feeds.ts';
import { DOLLARS } from '../../src/oracles/prices/quotes.ts';
import { PUMP_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '../../src/oracles/programs.ts';
import { readSample } from '../../src/oracles/read-sample.ts';
import { findMeteoraLaunch } from '../../src/token-hints.ts';
import {
  bytesOf,
  dump,
  mintAccount,
  must,
  patched,
  priceUpdate,
  tokenAccount,
  u64,
} from './support/dumps.ts';

const SOL = 1_000_000_000n;
const TOKENS = 1_000_000n * 1_000_000n;

type Dollar = (typeof DOLLARS)[number];

let localnet: Localnet;
let nextAddress = 0;

beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: 20, inThread: false });
});
afterAll(() => localnet.close());

/** Above or below the address of wrapped SOL, by its first byte. */
function newAddress(first = 200): Address {
  nextAddress += 1;
  const bytes = new Uint8Array(32).fill(7);
  bytes[0] = first;
  new DataView(bytes.buffer).setUint32(28, nextAddress);
  return getAddressDecoder().decode(bytes);
}

const put = (...accounts: AccountSnapshot[]) =>
  localnet.sandbox.setAccounts(
    accounts.map(({ address, owner, data }) => ({
      ...{ address, owner: owner ?? undefined, lamports: SOL },
      data: Uint8Array.from(data),
    })),
  );

interface Sides {
  mint: Address;
  quote?: Address;
  sol: bigint;
  /** The balance of the SOL vault. */
  vaultMint?: Address;
  at?: Address;
}

function vaultsOf(owner: Address, { mint, quote = WRAPPED_SOL, sol, vaultMint = quote }: Sides) {
  const base = tokenAccount(newAddress(), { mint, owner, amount: TOKENS });
  const held = tokenAccount(newAddress(), { mint: vaultMint, owner, amount: sol });
  return { base, held };
}

async function putPumpSwap(sides: Sides & { isInverted?: boolean; virtual?: bigint }) {
  const { mint, quote = WRAPPED_SOL, isInverted = false, at = newAddress(), virtual = 0n } = sides;
  const { base, held } = vaultsOf(at, sides);
  const pairs = isInverted ? [held, base] : [base, held];
  const mints = isInverted ? [quote, mint] : [mint, quote];
  let pool: AccountSnapshot = { ...dump('pumpswap_pool_301'), address: at };
  for (const side of [0, 1]) {
    pool = patched(pool, 43 + 32 * side, bytesOf(mints[side] as Address));
    pool = patched(pool, 139 + 32 * side, bytesOf(pairs[side]?.address as Address));
  }
  pool = patched(pool, 245, [...u64(virtual), ...u64(0n)]);
  await put(pool, base, held);
  return at;
}

const OFFSETS = {
  raydium_amm_sol_usdc: { mints: [400, 432], vaults: [336, 368], fees: [192, 200] },
  meteora_damm_pool: { mints: [168, 200], vaults: [232, 264], fees: [] },
  raydium_cpmm_pool: {
    ...{ mints: [168, 200], vaults: [72, 104] },
    fees: [341, 349, 357, 365, 397, 405],
  },
  whirlpool_sol_usdc: { mints: [101, 181], vaults: [133, 213], fees: [] },
} as const;

async function putPool(name: keyof typeof OFFSETS, sides: Sides) {
  const { mint, quote = WRAPPED_SOL, at = newAddress() } = sides;
  const { base, held } = vaultsOf(at, sides);
  const isFirst = Buffer.compare(bytesOf(mint), bytesOf(quote)) < 0;
  const mints = isFirst ? [mint, quote] : [quote, mint];
  const vaults = isFirst ? [base, held] : [held, base];
  const offsets = OFFSETS[name];
  let pool: AccountSnapshot = { ...dump(name), address: at };
  for (const side of [0, 1]) {
    pool = patched(pool, offsets.mints[side] as number, bytesOf(mints[side] as Address));
    pool = patched(pool, offsets.vaults[side] as number, bytesOf(vaults[side]?.address as Address));
  }
  // No fees in the vaults.
  for (const offset of offsets.fees) pool = patched(pool, offset, u64(0n));
  await put(pool, base, held);
  return at;
}

async function putMint(first?: number): Promise<Address> {
  const mint = newAddress(first);
  await put(mintAccount(mint));
  return mint;
}

/** The chain's RPC with a call count, which can refuse what a public node refuses. */
function connect(fault?: 'refuses' | 'hangs') {
  const methods: string[] = [];
  const transport = (async (request: { payload: { id: string; method: string } }) => {
    const { id, method } = request.payload;
    methods.push(method);
    if (method === 'getProgramAccounts' && fault === 'hangs') return new Promise(() => undefined);
    if (method === 'getProgramAccounts' && fault === 'refuses') {
      const message = `${method} is not available`;
      return { jsonrpc: '2.0', id, error: { code: -32010, message } };
    }
    return localnet.rpcTransport(request as never);
  }) as RpcTransport;
  return { source: new RpcClient({ transport }), methods };
}

test('two programs sort their mints, so that one search finds both orders', () => {
  for (const { mints } of [
    must(decodeWhirlpool(dump('whirlpool_sol_usdc'))),
    must(decodeWhirlpool(dump('whirlpool_reset_range'))),
    must(decodeCpmmPool(dump('raydium_cpmm_pool'))),
  ]) {
    expect(Buffer.compare(bytesOf(mints[0]), bytesOf(mints[1]))).toBe(-1);
  }
});

describe.each([200, 1])('a mint that begins with the byte %s', (first) => {
  let mint: Address;
  beforeEach(async () => {
    mint = await putMint(first);
  });

  test('has its pools found in every program, deepest first', async () => {
    const canonical = await findPumpSwapPoolAddress(mint);
    await putPumpSwap({ mint, sol: 20n * SOL, at: canonical, virtual: 900n * SOL });
    const turned = await putPumpSwap({ mint, sol: 30n * SOL, isInverted: true });
    const cpmm = await putPool('raydium_cpmm_pool', { mint, sol: 50n * SOL });
    const orca = await putPool('whirlpool_sol_usdc', { mint, sol: 40n * SOL });
    const amm = await putPool('raydium_amm_sol_usdc', { mint, sol: 60n * SOL });
    // This one counts what it holds itself.
    const damm = await putPool('meteora_damm_pool', { mint, sol: 0n });
    const { source, methods } = connect();
    const { pools, isComplete } = await discoverPools(source, mint);
    expect(isComplete).toBe(true);
    expect(pools.map(({ pool, reserve }) => [pool, reserve])).toEqual([
      [damm, first === 200 ? 238_386_550_026_027_158n : 12_232_461_199_812n],
      [amm, 60n * SOL],
      [cpmm, 50n * SOL],
      [orca, 40n * SOL],
      [turned, 30n * SOL],
      [canonical, 20n * SOL],
    ]);
    expect(methods).toHaveLength(11);
    // The result is cached: further calls do not search.
    await Promise.all([1, 2, 3].map(() => discoverPools(source, mint)));
    expect(methods).toHaveLength(11);
  });

  test('accounts that only resemble pools are ignored', async () => {
    const cpmm = await putPool('raydium_cpmm_pool', { mint, sol: 11n * SOL });
    const other = await putMint();
    await putPool('raydium_cpmm_pool', { mint, quote: other, sol: 500n * SOL });
    await putPool('raydium_cpmm_pool', { mint, sol: 600n * SOL, vaultMint: other });
    const impostor = { ...dump('raydium_cpmm_pool'), address: newAddress(), owner: PUMP_PROGRAM };
    await put(impostor, patched(impostor, 168, bytesOf(mint)));
    const { pools } = await discoverPools(connect().source, mint);
    expect(pools.map(({ pool }) => pool)).toEqual([cpmm]);
  });
});

test('a curve is ranked by the SOL paid in, not by its virtual reserve', async () => {
  const mint = await putMint();
  const curve = await findPumpCurveAddress(mint);
  let account: AccountSnapshot = { ...dump('pump_curve_fresh_151'), address: curve };
  account = patched(account, 16, u64(30n * SOL));
  account = patched(account, 32, u64(2n * SOL));
  const orca = await putPool('whirlpool_sol_usdc', { mint, sol: 12n * SOL });
  await put(account);
  const { pools } = await discoverPools(connect().source, mint);
  expect(pools.map(({ pool, reserve }) => [pool, reserve])).toEqual([
    [orca, 12n * SOL],
    [curve, 2n * SOL],
  ]);
});

test('the deepest of very many pools is found, even if it is not among the first', async () => {
  const mint = await putMint();
  const opened: Address[] = [];
  for (let index = 1; index <= 45; index += 1) {
    opened.push(await putPumpSwap({ mint, sol: BigInt(index) * SOL }));
  }
  const { source, methods } = connect();
  const { pools, isComplete } = await discoverPools(source, mint);
  expect(isComplete).toBe(true);
  expect(pools[0]).toMatchObject({ pool: opened.at(-1), reserve: 45n * SOL });
  expect(methods).toHaveLength(12);
});

/** A curve of Meteora, with the configuration that says what it is quoted in. */
async function putDbc(mint: Address, quote: Address): Promise<Address> {
  const [at, config] = [newAddress(), newAddress()];
  let pool: AccountSnapshot = { ...dump('meteora_dbc_migrated_pool'), address: at };
  pool = patched(patched(pool, 308, [0]), 72, bytesOf(config));
  const paired = patched({ ...dump('meteora_dbc_config'), address: config }, 8, bytesOf(quote));
  await put(patched(pool, 136, bytesOf(mint)), paired);
  return at;
}

test('a curve of Meteora is found by its mint', async () => {
  const mint = await putMint();
  const curve = await putDbc(mint, WRAPPED_SOL);
  const { pools } = await discoverPools(connect().source, mint);
  expect(pools).toMatchObject([{ pool: curve, reserve: 10_950_000_000n, depth: 49_628_228_798n }]);
});

test('a launch of Meteora is found by its mint, with its creator and what it is sold for', async () => {
  const mint = await putMint();
  expect(await findMeteoraLaunch(connect().source, mint)).toEqual({});
  const pool = await putDbc(mint, WRAPPED_SOL);
  expect(await findMeteoraLaunch(connect().source, mint)).toEqual({
    launchpad: 'meteora',
    launch: { pool, poolType: 'virtual' },
    quoteMint: WRAPPED_SOL,
    creator: '5VNR5ZtFqTzQRbGHzHej5AG97PHPcVQ79TdBrjcwXwFr',
  });
  expect(await findMeteoraLaunch(connect('refuses').source, mint)).toEqual({});
});

describe('a token without a deep pool with SOL', () => {
  const [usdc, , usd1] = DOLLARS as [Dollar, Dollar, Dollar];

  /** A dollar is worth a dollar, and SOL a hundred of them. */
  async function putFeeds(usdcPrice = 10n ** 8n): Promise<void> {
    const { observedAt } = await readSample(connect().source, []);
    const prices = [
      [usdc.feedId, usdcPrice],
      [usd1.feedId, 10n ** 8n],
      [getFeed('SOL').feedId, 100n * 10n ** 8n],
    ] as const;
    for (const [feedId, price] of prices) {
      const at = await findPythPushAddress(feedId);
      await put(priceUpdate({ feedId, price, publishedAt: BigInt(observedAt), at }));
    }
  }

  test('has the deepest with dollars named, with what it is quoted in', async () => {
    await putFeeds();
    const mint = await putMint();
    await putPool('raydium_cpmm_pool', { mint, sol: SOL });
    // 1,000 and 2,000 dollars are 10 and 20 SOL. One with 3,000 of something else is not known.
    await putPool('raydium_amm_sol_usdc', { mint, quote: usdc.mint, sol: 1_000n * 10n ** 6n });
    const deepest = await putPool('raydium_cpmm_pool', {
      ...{ mint, quote: usd1.mint, sol: 2_000n * 10n ** 6n },
    });
    await putPool('raydium_cpmm_pool', { mint, quote: await putMint(), sol: 3_000n * 10n ** 6n });
    const { pools, quoted } = await discoverPools(connect().source, mint);
    expect(pools).toHaveLength(1);
    expect(quoted).toEqual({ pool: deepest, quote: { quoteMint: usd1.mint } });
  });

  test('may have a curve of Meteora with dollars', async () => {
    await putFeeds();
    const mint = await putMint();
    const pool = await putDbc(mint, usdc.mint);
    const { pools, quoted } = await discoverPools(connect().source, mint);
    expect(pools).toEqual([]);
    expect(quoted).toEqual({ pool, quote: { quoteMint: usdc.mint } });
  });

  test('has none named if it is thin, or the dollar is none', async () => {
    await putFeeds();
    const thin = await putMint();
    await putPool('raydium_cpmm_pool', { mint: thin, quote: usdc.mint, sol: 999n * 10n ** 6n });
    expect((await discoverPools(connect().source, thin)).quoted).toBeUndefined();
    const mint = await putMint();
    await putPool('raydium_cpmm_pool', { mint, quote: usdc.mint, sol: 9_000n * 10n ** 6n });
    await putFeeds(97n * 10n ** 6n);
    expect((await discoverPools(connect().source, mint)).quoted).toBeUndefined();
    await putFeeds();
    expect((await discoverPools(connect().source, mint)).quoted).toBeDefined();
  });

  test.each(['SOL', 'USDC'])('may have one with a token that has one with %s', async (other) => {
    await putFeeds();
    const [mint, quoteMint] = [await putMint(), await putMint()];
    const inSol = { mint: quoteMint, sol: 20n * SOL };
    const inUsdc = { mint: quoteMint, quote: usdc.mint, sol: 2_000n * 10n ** 6n };
    const quotePool = await putPool('raydium_cpmm_pool', other === 'SOL' ? inSol : inUsdc);
    const pool = await putPool('raydium_amm_sol_usdc', { mint, quote: quoteMint, sol: TOKENS });
    const { quoted } = await discoverPools(connect().source, mint);
    expect(quoted).toEqual({ pool, quote: { quoteMint, quotePool } });
  });
});

test.each(['refuses', 'hangs'] as const)(
  'with a node that %s to search launchpad pools are found, and the result is incomplete',
  async (fault) => {
    const mint = await putMint();
    const canonical = await findPumpSwapPoolAddress(mint);
    await putPumpSwap({ mint, sol: 20n * SOL, at: canonical });
    await putPool('raydium_cpmm_pool', { mint, sol: 50n * SOL });
    const { source } = connect(fault);
    const { pools, isComplete } = await discoverPools(source, mint, { searchMs: 100 });
    expect(isComplete).toBe(false);
    expect(pools.map(({ pool }) => pool)).toEqual([canonical]);
  },
);

test('a mint without pools, and an address that is not a mint', async () => {
  const { source } = connect();
  expect(await discoverPools(source, await putMint())).toEqual({ pools: [], isComplete: true });
  expect(await discoverPools(source, newAddress())).toEqual({ pools: [], isComplete: true });
  expect(await discoverPools(source, WRAPPED_SOL)).toEqual({ pools: [], isComplete: true });
  expect(await discoverPools(source, TOKEN_PROGRAM)).toEqual({ pools: [], isComplete: true });
});

import { type Address, address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { listCustomReasons } from '../../src/custom-reasons.ts';
import { describeCondition } from '../../src/describe-condition.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { AccountSnapshot } from '../../src/oracles/account-snapshot.ts';
import { findPythPushAddress } from '../../src/oracles/derived-addresses.ts';
import { listVaults } from '../../src/oracles/pools/all.ts';
import { getFeed } from '../../src/oracles/price-feeds.ts';
import { DOLLARS, type Quote, readDeepest } from '../../src/oracles/prices/quotes.ts';
import { readTokenPrice } from '../../src/oracles/prices/token-price.ts';
import { WRAPPED_SOL } from '../../src/oracles/programs.ts';
import { formatRational } from '../../src/oracles/rational.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import {
  bytesOf,
  dump,
  mintAccount,
  patched,
  priceUpdate,
  sampleOf,
  tokenAccount,
  u64,
} from './support/dumps.ts';

const NOW = 1_800_000_000;
const MINT = address('ADSXPGwP3riuvqYtwqogCD4Rfn1a6NASqaSpThpsmoon');
const OTHER = address('bnWKPK7YTUJTe3A3HTGEJrUEoAddRgRjWSwf7MwxMP3');
const POOL = address('58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2');
const OTHER_POOL = address('8WQsKRXNjTdSpbDpwRAaZJfPxUEBvAEZ6eeQSt4bjACh');
const [USDC] = DOLLARS as [(typeof DOLLARS)[number]];
const SOL = 10n ** 9n;
const UNIT = 10n ** 6n;

type Side = readonly [mint: Address, amount: bigint];

/** A pool of Raydium AMM v4 with its vaults. */
function poolOf(at: Address, sides: readonly [Side, Side]): AccountSnapshot[] {
  const name = at === POOL ? 'raydium_amm_sol_usdc' : 'raydium_amm_moon_sol';
  let pool = patched(dump(name), 192, [...u64(0n), ...u64(0n)]);
  sides.forEach(([mint], side) => {
    pool = patched(pool, 400 + 32 * side, bytesOf(mint));
  });
  const vaults = listVaults(pool).map((vault, side) => {
    const [mint, amount] = sides[side] as Side;
    return tokenAccount(vault, { mint, owner: at, amount });
  });
  return [pool, ...vaults];
}

const feed = (feedId: string, price: bigint, age = 1) =>
  priceUpdate({ feedId, price, publishedAt: BigInt(NOW - age), confidence: 0n });
const solAt = (usd: bigint) => feed(getFeed('SOL').feedId, usd * 10n ** 8n);
const PEG = 10n ** 8n;

function read(quote: Quote, accounts: readonly AccountSnapshot[], unit: 'USD' | 'SOL' = 'USD') {
  const sample = sampleOf(NOW, [mintAccount(MINT), ...accounts]);
  const reading = readTokenPrice(sample, {
    tokenAddress: MINT,
    unit,
    pools: new Set([POOL]),
    quote,
  });
  if (!reading.ok) return reading.code;
  return [formatRational(reading.value.price), reading.value.depth];
}

describe.each(DOLLARS)('a pool with $symbol', ({ mint, feedId }) => {
  const quote = { quoteMint: mint };
  // 4,000 dollars for 1,000 tokens.
  const pool = poolOf(POOL, [
    [MINT, 1_000n * UNIT],
    [mint, 4_000n * UNIT],
  ]);

  test('has a price in USD and, by that of SOL, in SOL', () => {
    const accounts = [...pool, feed(feedId, PEG), solAt(200n)];
    expect(read(quote, accounts)).toEqual(['4', 20n * SOL]);
    expect(read(quote, accounts, 'SOL')).toEqual(['0.02', 20n * SOL]);
    // It is no pool with SOL.
    expect(read({}, accounts)).toBe('missing');
  });

  test('counts only while the dollar is at most 2 % off', () => {
    const at = (price: bigint) => read(quote, [...pool, feed(feedId, price), solAt(200n)]);
    expect(at((PEG * 98n) / 100n)).toEqual(['4', 20n * SOL]);
    expect(at((PEG * 102n) / 100n)).toEqual(['4', 20n * SOL]);
    expect(at((PEG * 98n) / 100n - 1n)).toBe('disagree');
    expect(at((PEG * 102n) / 100n + 1n)).toBe('disagree');
  });

  test('needs both feeds, and a depth of ten SOL', () => {
    const aged = (age: number) => read(quote, [...pool, feed(feedId, PEG, age), solAt(200n)]);
    expect(aged(300)).toEqual(['4', 20n * SOL]);
    expect(aged(301)).toBe('stale');
    expect(read(quote, [...pool, solAt(200n)])).toBe('wrong_feed');
    expect(read(quote, [...pool, feed(feedId, PEG)])).toBe('wrong_feed');
    expect(read(quote, [...pool, feed(feedId, PEG), solAt(400n)])).toEqual(['4', 10n * SOL]);
    expect(read(quote, [...pool, feed(feedId, PEG), solAt(401n)])).toBe('thin');
  });

  test('has liquidity that is worth SOL', () => {
    const pools = [POOL];
    const measure = (...accounts: AccountSnapshot[]) =>
      readDeepest(sampleOf(NOW, [...pool, ...accounts]), pools, quote);
    expect(measure(feed(feedId, PEG), solAt(200n))).toEqual({ ok: true, value: 20n * SOL });
    expect(measure(feed(feedId, PEG / 2n), solAt(200n))).toMatchObject({ code: 'disagree' });
  });
});

describe('a pool with a token', () => {
  const quote = { quoteMint: OTHER, quotePool: OTHER_POOL };
  // A token costs two of the other token.
  const own = poolOf(POOL, [
    [OTHER, 2_000n * UNIT],
    [MINT, 1_000n * UNIT],
  ]);

  test('that has one with SOL', () => {
    const withSol = (sol: bigint) =>
      poolOf(OTHER_POOL, [
        [WRAPPED_SOL, sol * SOL],
        [OTHER, 1_000n * UNIT],
      ]);
    // The other token costs 0.1 SOL, so that the pool holds 200 SOL. But whoever moves the price of
    // the other token has to move 100 SOL only.
    expect(read(quote, [...own, ...withSol(100n)], 'SOL')).toEqual(['0.2', 100n * SOL]);
    const sample = sampleOf(NOW, [mintAccount(MINT), ...own, ...withSol(100n)]);
    const pools = new Set([POOL]);
    expect(readTokenPrice(sample, { tokenAddress: MINT, unit: 'SOL', pools, quote })).toMatchObject(
      {
        value: { pool: OTHER_POOL },
      },
    );
    expect(read(quote, [...own, ...withSol(10n)], 'SOL')).toEqual(['0.02', 10n * SOL]);
    expect(read(quote, [...own, ...withSol(9n)], 'SOL')).toBe('thin');
    expect(read(quote, [...own, ...withSol(100n), solAt(200n)])).toEqual(['40', 100n * SOL]);
    expect(read(quote, own, 'SOL')).toBe('missing');
    expect(read({ quoteMint: OTHER }, [...own, ...withSol(100n)], 'SOL')).toBe('missing');
  });

  test('that has one with USDC', () => {
    const other = poolOf(OTHER_POOL, [
      [OTHER, 1_000n * UNIT],
      [USDC.mint, 30_000n * UNIT],
    ]);
    const accounts = [...own, ...other, solAt(200n)];
    expect(read(quote, [...accounts, feed(USDC.feedId, PEG)])).toEqual(['60', 150n * SOL]);
    expect(read(quote, [...accounts, feed(USDC.feedId, PEG / 2n)])).toBe('disagree');
    // Not of this token.
    const strange = poolOf(OTHER_POOL, [
      [MINT, 1n],
      [USDC.mint, 1n],
    ]);
    expect(read(quote, [...own, ...strange], 'SOL')).toBe('wrong_type');
  });
});

describe('a condition', () => {
  const stated = { type: 'token_price', comparator: 'gte', threshold: '1', unit: 'USD' };
  const hints = { pool: POOL, quote: { quoteMint: USDC.mint } };
  const input = { question: '', tokenAddress: MINT, expiresAt: unixSeconds(2_000_000_000n) };
  const parse = (fields: object, token: object = hints) =>
    parseCondition({ ...stated, ...fields }, { ...input, token });

  test('names what its pool is quoted in, and what that is worth', async () => {
    const condition = parse({});
    expect(condition).toMatchObject({ pool: POOL, quoteMint: USDC.mint });
    expect(describeCondition(condition, input.expiresAt)).toContain(
      'one USDC is one US dollar, as long as Pyth’s price of it is at most 2 % off',
    );
    const wanted = await kindOf(condition).listAccounts?.(condition);
    expect(wanted).toContain(await findPythPushAddress(USDC.feedId));
    expect(wanted).toContain(await findPythPushAddress(getFeed('SOL').feedId));
    const behind = parse({}, { pool: POOL, quote: { quoteMint: OTHER, quotePool: OTHER_POOL } });
    expect(await kindOf(behind).listAccounts?.(behind)).toContain(OTHER_POOL);
    expect(describeCondition(behind, input.expiresAt)).toContain(`by the pool ${OTHER_POOL}`);
  });

  test('with SOL says nothing of it, and reads nothing for it', async () => {
    const condition = parse({}, { pool: POOL });
    expect(condition).not.toHaveProperty('quoteMint');
    const wanted = await kindOf(condition).listAccounts?.(condition);
    expect(wanted).not.toContain(await findPythPushAddress(USDC.feedId));
    expect(parse({ pool: OTHER_POOL })).not.toHaveProperty('quoteMint');
  });

  test('whose quote the creator chose is custom', () => {
    const reasons = (fields: object) => {
      const condition = parse(fields);
      const found = { compiled: { condition, decider: {} }, hints, knownPrograms: [] };
      return listCustomReasons({ ...found, supply: { kind: 'nobody' } } as never);
    };
    expect(reasons({})).toEqual([]);
    expect(reasons({ pool: POOL, quoteMint: USDC.mint })).toEqual([]);
    const chosen = ['The creator chose the pool: it is not the deepest one that was found.'];
    expect(reasons({ pool: POOL, quoteMint: OTHER, quotePool: OTHER_POOL })).toEqual(chosen);
  });
});

import { type Address, address } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import type { AccountSnapshot } from '../../src/oracles/account-snapshot.ts';
import { listVaults, readPoolPrice, readReserve } from '../../src/oracles/pools/all.ts';
import { getFeed } from '../../src/oracles/price-feeds.ts';
import { readFeedPrice } from '../../src/oracles/prices/feed-price.ts';
import { readTokenPrice } from '../../src/oracles/prices/token-price.ts';
import { LAUNCHLAB_PROGRAM, PYTH_RECEIVER_2026, WRAPPED_SOL } from '../../src/oracles/programs.ts';
import { formatRational, rational } from '../../src/oracles/rational.ts';
import {
  bytesOf,
  dump,
  mintAccount,
  missingAccount,
  patched,
  priceUpdate,
  sampleOf,
  tokenAccount,
  u64,
} from './support/dumps.ts';

const NOW = 1_800_000_000;
const sol = getFeed('SOL');
const someone = address('Stake11111111111111111111111111111111111111');
const SECOND_POOL: Address = address('KeccakSecp256k11111111111111111111111111111');
const onSol = { quoteMint: WRAPPED_SOL, quoteDecimals: 9 };

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

const ANSEM = {
  mint: address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump'),
  pool: dump('pumpswap_pool_ansem_301'),
  baseVault: address('BmCXK8QFCHgjiqGm7peAtBbZpFPJNsp5fYP5rSRazMS8'),
  quoteVault: address('DaXhQ3pfN3J5dQnXxVU8YqW9bwA3RUVxXvq2iBjTDVt4'),
};

/** The dumped pool of ANSEM, with its vaults. */
function ansem({ base = 3_892_192_026_206n, quote = 15_062_049_237_081n } = {}) {
  const owner = ANSEM.pool.address;
  return [
    ANSEM.pool,
    tokenAccount(ANSEM.baseVault, { mint: ANSEM.mint, owner, amount: base }),
    tokenAccount(ANSEM.quoteVault, { mint: WRAPPED_SOL, owner, amount: quote }),
    mintAccount(ANSEM.mint),
  ];
}

function priceAnsem(
  accounts: readonly AccountSnapshot[],
  unit: 'SOL' | 'USD' = 'SOL',
  pools = new Set([ANSEM.pool.address, SECOND_POOL]),
) {
  return readTokenPrice(sampleOf(NOW, accounts), { tokenAddress: ANSEM.mint, unit, pools });
}

const solAt = (price: bigint, publishedAt = BigInt(NOW) - 1n) =>
  priceUpdate({ feedId: sol.feedId, price, publishedAt });

describe('PumpSwap', () => {
  const priced = { mint: ANSEM.mint, decimals: 6, ...onSol };

  test('the vaults’ quotient', () => {
    const reading = readPoolPrice(ANSEM.pool, sampleOf(NOW, ansem()), priced);
    // 15,062.049237081 SOL for 3,892,192.026206 tokens
    const price = rational(15_062_049_237_081n * 10n ** 6n, 3_892_192_026_206n * 10n ** 9n);
    expect(reading).toMatchObject({ ok: true, value: { price, depth: 15_062_049_237_081n } });
    expect(formatRational(price)).toBe('0.00386981144189');
  });

  test('virtual reserves are added, and negative ones subtracted', () => {
    const pool = dump('pumpswap_pool_virtual_301');
    const mint = address('6sjYXshPsoGNvxBHXvMBTga1McYJRptNCq6hGWB3pump');
    const [baseVault, quoteVault] = listVaults(pool);
    if (!baseVault || !quoteVault) throw new Error('the pool has no vaults');
    const vaults = [
      tokenAccount(baseVault, { mint, owner: someone, amount: 10n ** 12n }),
      tokenAccount(quoteVault, { mint: WRAPPED_SOL, owner: someone, amount: 35_000_000_000n }),
    ];
    const read = (account: AccountSnapshot) =>
      readPoolPrice(account, sampleOf(NOW, vaults), { ...priced, mint });
    const price = rational(52_584_505_289n * 10n ** 6n, 10n ** 12n * 10n ** 9n);
    expect(read(pool)).toMatchObject({ ok: true, value: { price } });
    const lent = patched(pool, 245, [...u64(-36_000_000_000n), ...u64(-1n)]);
    expect(read(lent)).toMatchObject({ ok: false, code: 'inactive' });
  });

  test('a vault of another mint, of another owner, or not read gives no price', () => {
    const [pool, base, quote] = ansem();
    if (!pool || !base || !quote) throw new Error('incomplete');
    const read = (...accounts: AccountSnapshot[]) =>
      readPoolPrice(pool, sampleOf(NOW, accounts), priced);
    expect(read(base)).toMatchObject({ ok: false, code: 'missing' });
    expect(read(base, missingAccount(quote.address))).toMatchObject({ code: 'missing' });
    expect(read(base, { ...quote, owner: someone })).toMatchObject({ code: 'wrong_owner' });
    const other = tokenAccount(quote.address, { mint: someone, owner: someone, amount: 1n });
    expect(read(base, other)).toMatchObject({ code: 'wrong_type' });
  });
});

describe('other pools', () => {
  test('Raydium CPMM: fees in the vaults do not count', () => {
    const pool = dump('raydium_cpmm_pool');
    const mint = address('Dz9mQ9NzkBcCsuGPFJ3r1bS4wgqKMHBPiVuniW8Mbonk');
    const [vault0, vault1] = listVaults(pool);
    if (!vault0 || !vault1) throw new Error('the pool has no vaults');
    const owner = someone;
    const vaults = (amount: bigint) => [
      tokenAccount(vault0, { mint: WRAPPED_SOL, owner, amount: amount + 608_407_748n }),
      tokenAccount(vault1, { mint, owner, amount: 2_000_000n + 365_057_601n }),
    ];
    const priced = { mint, decimals: 6, ...onSol };
    // Fees, from the dump: 484,814,504 + 123,593,244 SOL and 286,186,090 + 78,871,511 tokens.
    expect(readPoolPrice(pool, sampleOf(NOW, vaults(9n * 10n ** 9n)), priced)).toMatchObject({
      ok: true,
      value: { price: rational(9n, 2n), depth: 9n * 10n ** 9n },
    });
    expect(readPoolPrice(pool, sampleOf(NOW, vaults(-1n)), priced)).toMatchObject({
      code: 'inactive',
    });
    const closed = patched(pool, 329, [0b100]);
    expect(readPoolPrice(closed, sampleOf(NOW, vaults(1n)), priced)?.ok).toBe(false);
    expect(readPoolPrice(pool, sampleOf(NOW, []), { ...priced, mint: someone })).toBeUndefined();
  });

  test('Raydium AMM v4: the protocol’s profits in the vaults do not count', () => {
    const pool = dump('raydium_amm_sol_usdc');
    // Profits, from the dump: 0.183502858 SOL and 21.928100 USDC.
    const held = [2n * 10n ** 9n + 183_502_858n, 300n * 10n ** 6n + 21_928_100n] as const;
    const vaults = listVaults(pool).map((vault, side) =>
      tokenAccount(vault, {
        mint: side === 0 ? WRAPPED_SOL : USDC,
        owner: someone,
        amount: held[side] as bigint,
      }),
    );
    const read = (account: AccountSnapshot, amounts = vaults) =>
      readPoolPrice(account, sampleOf(NOW, amounts), { mint: USDC, decimals: 6, ...onSol });
    expect(read(pool)).toMatchObject({
      value: { price: rational(1n, 150n), depth: 2n * 10n ** 9n },
    });
    for (const status of [0, 1, 2, 5, 7]) {
      expect(read(patched(pool, 0, [status]))).toMatchObject({ ok: false, code: 'inactive' });
    }
    expect(read(pool, vaults.slice(1))).toMatchObject({ ok: false, code: 'missing' });
  });

  test('Meteora DAMM v2: by its square root, or if its fees compound by its reserves', () => {
    const pool = dump('meteora_damm_pool');
    const mint = address('bnWKPK7YTUJTe3A3HTGEJrUEoAddRgRjWSwf7MwxMP3');
    const quoteMint = address('9LzCMqDgTKYz9Drzqnpgee3SGa89up3a247ypMj2xrqM');
    const priced = { mint, decimals: 9, quoteMint, quoteDecimals: 8 };
    const read = (account: AccountSnapshot) => readPoolPrice(account, sampleOf(NOW, []), priced);
    const price = rational(132_140_449_179_444_258n ** 2n * 10n, 2n ** 128n);
    expect(formatRational(price)).toBe('0.000513135560544');
    const depth = 12_232_461_199_812n;
    expect(read(pool)).toMatchObject({ ok: true, value: { price, depth } });
    const held = readReserve(sampleOf(NOW, [pool]), pool.address, quoteMint);
    expect(held).toEqual({ ok: true, value: depth });
    expect(listVaults(pool)).toEqual([]);
    const turned = { mint: quoteMint, decimals: 8, quoteMint: mint, quoteDecimals: 9 };
    expect(readPoolPrice(pool, sampleOf(NOW, []), turned)).toMatchObject({
      value: { price: rational(price.denominator, price.numerator) },
    });
    const compounding = patched(patched(pool, 484, [2]), 680, [...u64(4n), ...u64(8n)]);
    expect(read(compounding)).toMatchObject({ value: { price: rational(20n), depth: 8n } });
    expect(read(patched(compounding, 688, u64(0n)))).toMatchObject({ code: 'inactive' });
    expect(read(patched(pool, 481, [1]))).toMatchObject({ code: 'inactive' });
    expect(read(patched(pool, 360, new Uint8Array(16)))).toMatchObject({ code: 'inactive' });
    // At the lower end of its range it holds nothing of the quote.
    const empty = patched(pool, 424, pool.data.slice(456, 472));
    expect(read(empty)).toMatchObject({ value: { depth: 0n } });
  });

  test('Meteora DBC: on its curve only, and with what its configuration says', () => {
    // As it was just before its last purchase.
    const pool = patched(patched(dump('meteora_dbc_migrated_pool'), 305, [0]), 308, [0]);
    const [at] = listVaults(pool);
    const config = { ...dump('meteora_dbc_config'), address: at as Address };
    const mint = address('7pyHs7DkXk1Q3RpNvDVoLMW4ujYNb7zHcrYBZfLGpump');
    const own = patched(pool, 136, bytesOf(mint));
    const priced = { mint, decimals: 6, ...onSol };
    const read = (account: AccountSnapshot, ...others: AccountSnapshot[]) =>
      readPoolPrice(account, sampleOf(NOW, others), priced);
    const sqrtPrice = 412_481_735_007_777_226n;
    const price = rational(sqrtPrice ** 2n, 2n ** 128n * 10n ** 3n);
    expect(read(own, config)).toMatchObject({ ok: true, value: { price, depth: 49_628_228_798n } });
    expect(read(patched(own, 308, [1]), config)).toMatchObject({ code: 'inactive' });
    const quoted = { ...config, data: patched(config, 8, bytesOf(USDC)).data };
    expect(read(own, quoted)).toBeUndefined();
    // Without its configuration nothing says what it is quoted in.
    expect(read(own)).toBeUndefined();
    const held = (...others: AccountSnapshot[]) =>
      readReserve(sampleOf(NOW, [own, ...others]), own.address, WRAPPED_SOL);
    const migrated = sampleOf(NOW, [patched(own, 308, [3]), config]);
    expect(readReserve(migrated, own.address, WRAPPED_SOL)).toEqual({ ok: true, value: 0n });
    expect(held(config)).toEqual({ ok: true, value: 10_950_000_000n });
    expect(held(quoted)).toMatchObject({ ok: false, code: 'wrong_type' });
    expect(held()).toMatchObject({ ok: false, code: 'wrong_type' });
    const ended = patched(own, 280, config.data.slice(440, 456));
    expect(read(ended, config)).toMatchObject({ code: 'inactive' });
  });

  test('LaunchLab: on its curve only', () => {
    const pool = dump('raydium_launchlab_pool');
    const priced = {
      mint: address('ALvT2usBGUC8C21dDiXpwAGVwA3x1GBKtut3VFWQcX8x'),
      decimals: 6,
      quoteMint: address('SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz'),
      quoteDecimals: 6,
    };
    const config = (curve: number): AccountSnapshot => {
      const data = Buffer.from('95089ccaa0fcb0d9'.padEnd(742, '0'), 'hex');
      data[16] = curve;
      return { address: listVaults(pool)[0] as Address, owner: LAUNCHLAB_PROGRAM, data };
    };
    const read = (account: AccountSnapshot, curve = 0) =>
      readPoolPrice(account, sampleOf(NOW, [config(curve)]), priced);
    expect(read(pool)).toMatchObject({
      value: { price: rational(77_848_554n, 152_901_446_937_767n), depth: 544_939_878n },
    });
    expect(read(pool, 1)).toMatchObject({ value: { depth: 543_560_805n } });
    expect(read(pool, 2)).toMatchObject({ value: { depth: 1_379_073n } });
    expect(read(pool, 3)).toMatchObject({ ok: false, code: 'wrong_type' });
    const alone = readPoolPrice(pool, sampleOf(NOW, []), priced);
    expect(alone).toMatchObject({ ok: false, code: 'missing' });
    expect(read(patched(pool, 17, [1]))).toMatchObject({ code: 'inactive' });
    // It holds none of the SOL that a market on its liquidity in SOL is about.
    const held = (mint: Address, account = pool) =>
      readReserve(sampleOf(NOW, [account]), pool.address, mint);
    expect(held(priced.quoteMint)).toEqual({ ok: true, value: 1_379_073n });
    const migrated = patched(pool, 17, [2]);
    expect(held(priced.quoteMint, migrated)).toEqual({ ok: true, value: 0n });
    expect(held(WRAPPED_SOL)).toMatchObject({ ok: false, code: 'wrong_type' });
  });

  test('Whirlpool: both ways around', () => {
    const pool = dump('whirlpool_sol_usdc');
    const sqrtPrice = 7_193_838_297_492_601_595n;
    const price = rational(sqrtPrice ** 2n * 10n ** 3n, 2n ** 128n);
    expect(formatRational(price)).toBe('152.083429766');
    const vaults = listVaults(pool).map((vault, side) =>
      tokenAccount(vault, { mint: side === 0 ? WRAPPED_SOL : USDC, owner: someone, amount: 7n }),
    );
    const solInUsdc = { mint: WRAPPED_SOL, decimals: 9, quoteMint: USDC, quoteDecimals: 6 };
    const usdcInSol = { mint: USDC, decimals: 6, ...onSol };
    const sample = sampleOf(NOW, vaults);
    expect(readPoolPrice(pool, sample, solInUsdc)).toMatchObject({ value: { price } });
    expect(readPoolPrice(pool, sample, usdcInSol)).toMatchObject({
      value: { price: rational(price.denominator, price.numerator), depth: 7n },
    });
    const dry = patched(pool, 49, new Uint8Array(16));
    expect(readPoolPrice(dry, sample, solInUsdc)).toMatchObject({ code: 'inactive' });
  });
});

describe('a feed’s current price', () => {
  const at = BigInt(NOW);
  const good = { feedId: sol.feedId, price: 25_000_000_000n, publishedAt: at - 1n };
  const read = (...accounts: AccountSnapshot[]) => readFeedPrice(sampleOf(NOW, accounts), sol);

  test('is exact', () => {
    expect(read(priceUpdate(good))).toEqual({ ok: true, value: rational(250n) });
    const moved = priceUpdate({ ...good, owner: PYTH_RECEIVER_2026 });
    expect(read(moved)).toEqual({ ok: true, value: rational(250n) });
  });

  test('the newest of several updates is used, and older ones are ignored', () => {
    const older = priceUpdate({ ...good, price: 1n, publishedAt: at - 30n });
    expect(read(older, priceUpdate(good))).toEqual({ ok: true, value: rational(250n) });
    const other = priceUpdate({ ...good, price: 1n });
    expect(read(priceUpdate(good), other)).toMatchObject({ ok: false, code: 'disagree' });
    const partly = patched(priceUpdate(good), 40, [0]);
    expect(read(partly)).toMatchObject({ ok: false, code: 'not_verified' });
  });

  test('is accepted up to both limits', () => {
    for (const publishedAt of [at - 60n, at + 10n]) {
      expect(read(priceUpdate({ ...good, publishedAt })).ok).toBe(true);
    }
    expect(read(priceUpdate({ ...good, confidence: 250_000_000n })).ok).toBe(true);
  });
});

describe('a token’s price', () => {
  test('in SOL and, through the feed, in USD', async () => {
    const inSol = await priceAnsem(ansem());
    expect(inSol).toMatchObject({ ok: true, value: { pool: ANSEM.pool.address } });
    const inUsd = await priceAnsem([...ansem(), solAt(20_000_000_000n)], 'USD');
    if (!inUsd.ok) throw new Error(inUsd.reason);
    expect(formatRational(inUsd.value.price)).toBe('0.773962288379');
  });

  test('on its bonding curve, found by its derived address only', async () => {
    const mint = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
    const curve = dump('pump_curve_live_115');
    const sample = sampleOf(NOW, [mintAccount(mint), curve]);
    const input = { tokenAddress: mint, unit: 'SOL' as const, pools: new Set([curve.address]) };
    const price = rational(30_000_000_007n * 10n ** 6n, 1_073_000_000_000_000n * 10n ** 9n);
    expect(readTokenPrice(sample, input)).toMatchObject({ ok: true, value: { price } });
    expect(readTokenPrice(sample, { ...input, pools: new Set([someone]) })).toMatchObject({
      ok: false,
    });
    const graduated = { ...dump('pump_curve_graduated_115'), address: curve.address };
    const after = sampleOf(NOW, [mintAccount(mint), graduated]);
    expect(readTokenPrice(after, input)).toMatchObject({ ok: false, code: 'inactive' });
  });

  test('two deep pools that disagree give no price; a shallow one is ignored', async () => {
    const twin = (amount: bigint, base: bigint) => {
      const vaults = [
        address('Config1111111111111111111111111111111111111'),
        address('Ed25519SigVerify111111111111111111111111111'),
      ] as const;
      const pool = { ...ANSEM.pool, address: SECOND_POOL };
      const bytes = (each: number) =>
        tokenAccount(vaults[0], {
          mint: vaults[each] ?? someone,
          owner: someone,
          amount: 0n,
        }).data.slice(0, 32);
      return [
        patched(patched(pool, 139, Uint8Array.from(bytes(0))), 171, Uint8Array.from(bytes(1))),
        tokenAccount(vaults[0], { mint: ANSEM.mint, owner: someone, amount: base }),
        tokenAccount(vaults[1], { mint: WRAPPED_SOL, owner: someone, amount }),
      ];
    };
    const half = 7_531_024_618_541n;
    const base = 1_946_096_013_103n;
    expect((await priceAnsem([...ansem(), ...twin(half, base)])).ok).toBe(true);
    const far = await priceAnsem([...ansem(), ...twin(half, (base * 100n) / 106n)]);
    expect(far).toMatchObject({ ok: false, code: 'disagree' });
    expect((await priceAnsem([...ansem(), ...twin(half - 1n, base / 2n)])).ok).toBe(true);
    // A pool that is not in the list is ignored, even if it is deeper.
    const foreign = [...ansem(), ...twin(half * 10n, base)];
    const own = await priceAnsem(foreign, 'SOL', new Set([ANSEM.pool.address]));
    expect(own).toMatchObject({ ok: true, value: { pool: ANSEM.pool.address } });
  });
});

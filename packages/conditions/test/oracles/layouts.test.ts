import { address } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import type { AccountSnapshot } from '../../src/oracles/account-snapshot.ts';
import {
  findGuardianSetAddress,
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
  findPythConfigAddress,
  findPythPushAddress,
} from '../../src/oracles/derived-addresses.ts';
import { decodeMint } from '../../src/oracles/layouts/mint.ts';
import { decodePythPriceUpdate } from '../../src/oracles/layouts/pyth-price-update.ts';
import { decodeTokenAccount } from '../../src/oracles/layouts/token-account.ts';
import { decodeLaunchLabPool } from '../../src/oracles/pools/launchlab.ts';
import { decodeMeteoraDamm } from '../../src/oracles/pools/meteora-damm.ts';
import { decodeDbcConfig, decodeDbcPool } from '../../src/oracles/pools/meteora-dbc.ts';
import { decodePumpCurve } from '../../src/oracles/pools/pump-curve.ts';
import { decodePumpSwapPool } from '../../src/oracles/pools/pumpswap.ts';
import { decodeRaydiumAmm } from '../../src/oracles/pools/raydium-amm.ts';
import { decodeCpmmPool } from '../../src/oracles/pools/raydium-cpmm.ts';
import { decodeWhirlpool } from '../../src/oracles/pools/whirlpool.ts';
import { getFeed } from '../../src/oracles/price-feeds.ts';
import {
  CPMM_PROGRAM,
  LAUNCHLAB_PROGRAM,
  PYTH_RECEIVER,
  PYTH_RECEIVER_2026,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../src/oracles/programs.ts';
import type { Reading } from '../../src/oracles/reading.ts';
import { bytesOf, DUMP_NAMES, dump, missingAccount, must, patched } from './support/dumps.ts';

const stranger = address('Vote111111111111111111111111111111111111111');

const DECODERS: Record<string, [(account: AccountSnapshot) => Reading<object>, RegExp]> = {
  'a Pyth update': [decodePythPriceUpdate, /^pyth_/],
  'a pump.fun curve': [decodePumpCurve, /^pump_curve_/],
  'a PumpSwap pool': [decodePumpSwapPool, /^pumpswap_/],
  'a Raydium AMM pool': [decodeRaydiumAmm, /^raydium_amm_/],
  'a Meteora DAMM v2 pool': [decodeMeteoraDamm, /^meteora_damm_/],
  'a Meteora DBC pool': [decodeDbcPool, /^meteora_dbc_.*pool$/],
  'a Meteora DBC configuration': [decodeDbcConfig, /^meteora_dbc_config$/],
  'a Raydium CPMM pool': [decodeCpmmPool, /^raydium_cpmm_pool$/],
  'a LaunchLab pool': [decodeLaunchLabPool, /^raydium_launchlab_pool$/],
  'a Whirlpool': [decodeWhirlpool, /^whirlpool_/],
  'a mint': [decodeMint, /^mint_/],
  'a token account': [decodeTokenAccount, /^spl_token_vault/],
};

describe.each(Object.entries(DECODERS))('%s', (_name, [decode, pattern]) => {
  test.each(DUMP_NAMES)('is read from its own dumps only: %s', (name) => {
    expect(decode(dump(name)).ok).toBe(pattern.test(name));
  });

  const own = dump(DUMP_NAMES.find((name) => pattern.test(name)) ?? '');

  test('is not read from another owner’s account with the same bytes', () => {
    expect(decode({ ...own, owner: stranger })).toMatchObject({ ok: false, code: 'wrong_owner' });
  });

  test('is not read from a missing account', () => {
    expect(decode(missingAccount(own.address))).toMatchObject({ ok: false, code: 'missing' });
    const funded = { ...own, owner: address('11111111111111111111111111111111') };
    expect(decode({ ...funded, data: new Uint8Array() })).toMatchObject({ code: 'missing' });
  });

  test('is not read from any shorter account', () => {
    const least = Math.min(own.data.length, 49);
    for (let length = 0; length < least; length += 1) {
      expect(decode({ ...own, data: own.data.slice(0, length) }).ok).toBe(false);
    }
  });
});

describe('Pyth price update', () => {
  const account = dump('pyth_sol_usd_push_devnet');

  test('of the upgraded receiver is read too', () => {
    const moved = { ...account, owner: PYTH_RECEIVER_2026 };
    expect(must(decodePythPriceUpdate(moved)).receiver).toBe(PYTH_RECEIVER_2026);
  });

  test('that is partly verified is refused: its fields are shifted by one byte', () => {
    const reading = decodePythPriceUpdate(patched(account, 40, [0, 5]));
    expect(reading).toMatchObject({ ok: false, code: 'not_verified' });
  });

  test('that is truncated or of another type is refused', () => {
    const cut = { ...account, data: account.data.slice(0, 133) };
    expect(decodePythPriceUpdate(cut)).toMatchObject({ code: 'wrong_length' });
    expect(decodePythPriceUpdate(patched(account, 0, [0]))).toMatchObject({ code: 'wrong_type' });
  });
});

test('a pump.fun curve has its quote mint, if it is not SOL', () => {
  const account = patched(dump('pump_curve_live_115'), 83, bytesOf(stranger));
  expect(must(decodePumpCurve(account)).quoteMint).toBe(stranger);
});

test('a PumpSwap pool with negative virtual reserves, and an old one without', () => {
  const account = dump('pumpswap_pool_virtual_301');
  const negative = patched(account, 245, new Uint8Array(16).fill(0xff));
  expect(must(decodePumpSwapPool(negative)).virtualQuoteReserves).toBe(-1n);
  const old = { ...account, data: account.data.slice(0, 211) };
  expect(must(decodePumpSwapPool(old)).virtualQuoteReserves).toBe(0n);
  const short = { ...account, data: account.data.slice(0, 210) };
  expect(decodePumpSwapPool(short)).toMatchObject({ code: 'wrong_length' });
});

describe('Raydium', () => {
  test('a CPMM pool that is closed for swaps', () => {
    expect(must(decodeCpmmPool(dump('raydium_cpmm_pool'))).canSwap).toBe(true);
    const closed = patched(dump('raydium_cpmm_pool'), 329, [0b100]);
    expect(must(decodeCpmmPool(closed)).canSwap).toBe(false);
  });

  test('CPMM and LaunchLab share a discriminator; owner and length distinguish them', () => {
    const launch = dump('raydium_launchlab_pool');
    expect(decodeCpmmPool(launch)).toMatchObject({ code: 'wrong_owner' });
    expect(decodeCpmmPool({ ...launch, owner: CPMM_PROGRAM })).toMatchObject({
      code: 'wrong_length',
    });
    const pool = { ...dump('raydium_cpmm_pool'), owner: LAUNCHLAB_PROGRAM };
    expect(decodeLaunchLabPool(pool)).toMatchObject({ code: 'wrong_length' });
  });

  test('a LaunchLab pool of an unknown status is refused', () => {
    const account = dump('raydium_launchlab_pool');
    expect(decodeLaunchLabPool(patched(account, 17, [3]))).toMatchObject({ code: 'wrong_type' });
  });
});

describe('SPL', () => {
  test('a mint that is not initialized is refused', () => {
    expect(decodeMint(patched(dump('mint_token_a'), 45, [0])).ok).toBe(false);
  });

  test('token account', () => {
    const account = dump('spl_token_vault_165');
    expect(must(decodeTokenAccount(account)).isFrozen).toBe(false);
    expect(must(decodeTokenAccount(patched(account, 108, [2]))).isFrozen).toBe(true);
    expect(decodeTokenAccount(patched(account, 108, [0])).ok).toBe(false);
  });

  test('of Token-2022: the account type is after the base layout', () => {
    const owner = TOKEN_2022_PROGRAM;
    const base = dump('spl_token_vault_165');
    const extended = (length: number, kind: number, from: AccountSnapshot) => {
      const data = new Uint8Array(length);
      data.set(from.data);
      if (length > 165) data[165] = kind;
      return { ...from, owner, data };
    };
    const mint = dump('mint_token_b');
    expect(decodeTokenAccount(extended(170, 2, base)).ok).toBe(true);
    expect(decodeTokenAccount(extended(170, 1, base)).ok).toBe(false);
    expect(decodeTokenAccount(extended(355, 2, base)).ok).toBe(false);
    expect(decodeMint(extended(200, 1, mint)).ok).toBe(true);
    expect(decodeMint(extended(200, 2, mint)).ok).toBe(false);
    expect(decodeMint(extended(82, 0, mint)).ok).toBe(true);
    // A classic account never has extensions.
    const classic = { ...extended(170, 2, base), owner: TOKEN_PROGRAM };
    expect(decodeTokenAccount(classic).ok).toBe(false);
    expect(decodeMint({ ...extended(200, 1, mint), owner: TOKEN_PROGRAM }).ok).toBe(false);
  });
});

const mint = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const migrated = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const launched = address('ALvT2usBGUC8C21dDiXpwAGVwA3x1GBKtut3VFWQcX8x');
const quote = address('SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz');
const wormhole = address('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ');
const { feedId } = getFeed('SOL');
const upgraded = { receiver: PYTH_RECEIVER_2026 };

test.each([
  ['F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL', () => findPumpCurveAddress(mint)],
  ['FnzKY6x7entQ1eR3D225dQyT7ybfka4PskBMQhb8L3CC', () => findPumpSwapPoolAddress(migrated)],
  ['7L2sWFH3rjHCBbjye28oHXDW1H9Vkt2WNeMJcW4B1hUK', () => findLaunchLabPoolAddress(launched, quote)],
  ['7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE', () => findPythPushAddress(feedId)],
  ['7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE', () => findPythPushAddress(feedId, upgraded)],
  ['DaWUKXCyXsnzcvLUyeJRWou8KTn7XtadgTsdhJ6RHS7b', () => findPythConfigAddress(PYTH_RECEIVER)],
  ['5gxPdahvSzcKySxXxPuRXZZ9s6h8hZ88XDVKavWpaQGn', () => findGuardianSetAddress(wormhole, 4)],
])('the address of the real account %s is derived', async (expected, find) => {
  expect(await find()).toBe(expected);
});

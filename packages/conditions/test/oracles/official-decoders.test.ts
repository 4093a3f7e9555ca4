// Compares our layouts with the programs' own SDKs: each field that we use, for every dump and for
// random accounts written by the SDK. The SDK code used:
// - pump.fun, PumpSwap: the SDK's `decodeBondingCurve` and `decodePool`, its Anchor coder
// - Whirlpool: the codec of the client that Orca generates
// - mints and token accounts: the layouts of @solana/spl-token
// - Pyth, Meteora: the IDLs of their SDKs with their Anchor coders; Raydium: its SDK's layouts.
//   They are too heavy as dependencies: their output is in vectors/sdk-accounts.json
//   (tools/sdk-accounts).
// Raydium's SDK does not read the observations of a CPMM pool.
import { getWhirlpoolDecoder, getWhirlpoolEncoder } from '@orca-so/whirlpools-client';
import { type Address, address, getAddressDecoder } from '@solana/kit';
import {
  AccountLayout,
  AccountState,
  MintLayout,
  unpackAccount,
  unpackMint,
} from '@solana/spl-token';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../../tools/test-setup/stage.ts';
import type { AccountSnapshot } from '../../src/oracles/account-snapshot.ts';
import {
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from '../../src/oracles/derived-addresses.ts';
import { decodeMint } from '../../src/oracles/layouts/mint.ts';
import { decodePythPriceUpdate } from '../../src/oracles/layouts/pyth-price-update.ts';
import { decodeTokenAccount } from '../../src/oracles/layouts/token-account.ts';
import {
  decodeLaunchLabConfig,
  decodeLaunchLabPool,
  launchLab,
} from '../../src/oracles/pools/launchlab.ts';
import { decodeMeteoraDamm } from '../../src/oracles/pools/meteora-damm.ts';
import { decodeDbcConfig, decodeDbcPool } from '../../src/oracles/pools/meteora-dbc.ts';
import type { PairPrice } from '../../src/oracles/pools/pool.ts';
import { decodePumpCurve } from '../../src/oracles/pools/pump-curve.ts';
import { decodePumpSwapPool } from '../../src/oracles/pools/pumpswap.ts';
import { decodeRaydiumAmm } from '../../src/oracles/pools/raydium-amm.ts';
import { decodeCpmmPool } from '../../src/oracles/pools/raydium-cpmm.ts';
import { decodeWhirlpool } from '../../src/oracles/pools/whirlpool.ts';
import {
  CPMM_PROGRAM,
  LAUNCHLAB_PROGRAM,
  METEORA_DAMM_PROGRAM,
  METEORA_DBC_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  PYTH_RECEIVER,
  RAYDIUM_AMM_PROGRAM,
  TOKEN_PROGRAM,
  WHIRLPOOL_PROGRAM,
} from '../../src/oracles/programs.ts';
import {
  compare as compareNumbers,
  multiply,
  type Rational,
  rational,
  rationalOfDecimal,
} from '../../src/oracles/rational.ts';
import type { Reading } from '../../src/oracles/reading.ts';
import { DUMP_NAMES, dump, must, patched, sampleOf } from './support/dumps.ts';
import {
  base58,
  big,
  pump,
  pumpSwap,
  type SdkCase,
  type SdkCurve,
  type SdkPool,
  sdkAccount,
  sdkCases,
  sdkKey,
  sdkNumber,
} from './support/sdks.ts';

const RUNS = { numRuns: count(50, 5_000) };
const SOMEWHERE = address('SysvarC1ock11111111111111111111111111111111');

const dumpsLike = (pattern: RegExp) => DUMP_NAMES.filter((name) => pattern.test(name));
const accountOf = (owner: Address, data: Uint8Array): AccountSnapshot => ({
  address: SOMEWHERE,
  owner,
  data: Uint8Array.from(data),
});

/** Both ends of a range as often as any value in between. */
const whole = (min: bigint, max: bigint) =>
  fc.oneof(fc.constantFrom(min, max), fc.bigInt({ min, max }));
const u64 = whole(0n, 2n ** 64n - 1n);
const u128 = whole(0n, 2n ** 128n - 1n);
const u8 = fc.nat(255);
const u16 = fc.nat(65_535);
const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const key = bytes(32).map((each) => getAddressDecoder().decode(each));
const sdkU64 = u64.map(sdkNumber);
const sdkAddress = key.map(sdkKey);

/** Fields of the same kind. */
const all = <Name extends string, Value>(value: fc.Arbitrary<Value>, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, fc.Arbitrary<Value>>;

interface Compared<Fields> {
  readonly dumps: RegExp;
  readonly owner: Address;
  decode(account: AccountSnapshot): Reading<object>;
  /** What the SDK reads, under our names. */
  read(account: AccountSnapshot): object;
  /** What the SDK can write, and how. */
  readonly any: fc.Arbitrary<Fields>;
  write(fields: Fields): Promise<Uint8Array> | Uint8Array;
  /** Every length that has existed; the last is the longest. */
  readonly lengths?: readonly number[];
}

/** We read the same as the SDK from the dumps, and from whatever it writes. */
function compare<Fields>(name: string, compared: Compared<Fields>): void {
  const { owner, decode, read, lengths = [] } = compared;
  const expectSame = (account: AccountSnapshot) =>
    expect(must(decode(account))).toEqual(read(account));

  describe(name, () => {
    test.each(dumpsLike(compared.dumps))('%s', (each) => expectSame(dump(each)));

    test('any account, of every length that has existed', async () => {
      const cuts = fc.constantFrom(...lengths, undefined);
      await fc.assert(
        fc.asyncProperty(compared.any, cuts, async (fields, length) => {
          const written = await compared.write(fields);
          expectSame(accountOf(owner, written));
          if (length === undefined) return;
          const long = Buffer.concat([written, Buffer.alloc(lengths.at(-1) ?? 0)]);
          expectSame(accountOf(owner, long.subarray(0, length)));
        }),
        RUNS,
      );
    });
  });
}

const { coder: pumpCoder } = pump.getPumpProgram(null);
const { coder: pumpSwapCoder } = pumpSwap.OFFLINE_PUMP_AMM_PROGRAM;

compare<SdkCurve>('pump.fun', {
  ...{ dumps: /^pump_curve_/, owner: PUMP_PROGRAM, decode: decodePumpCurve },
  lengths: [49, 81, 82, 83, 115, 125, 151],
  read(account) {
    const curve = pump.PUMP_SDK.decodeBondingCurve(sdkAccount(account));
    return {
      virtualTokenReserves: big(curve.virtualTokenReserves),
      virtualQuoteReserves: big(curve.virtualQuoteReserves),
      realTokenReserves: big(curve.realTokenReserves),
      realQuoteReserves: big(curve.realQuoteReserves),
      isComplete: curve.complete,
      creator: base58(curve.creator),
      quoteMint: base58(pump.normalizeQuoteMint(curve.quoteMint)),
    };
  },
  any: fc.record({
    ...all(sdkU64, 'virtualTokenReserves', 'virtualQuoteReserves', 'realTokenReserves'),
    ...all(sdkU64, 'realQuoteReserves', 'tokenTotalSupply', 'creatorFeeBps'),
    ...all(fc.boolean(), 'complete', 'isMayhemMode', 'isCashbackCoin', 'isHolderReward'),
    ...{ creator: sdkAddress, canEditCreatorFee: fc.boolean() },
    quoteMint: fc.oneof(sdkAddress, fc.constant(sdkKey(address('1'.repeat(32))))),
  }),
  write: (curve) => pumpCoder.accounts.encode('bondingCurve', curve),
});

test('the addresses of the curve of pump.fun and of its pool', async () => {
  await fc.assert(
    fc.asyncProperty(key, key, async (mint, quoteMint) => {
      expect(await findPumpCurveAddress(mint)).toBe(base58(pump.bondingCurvePda(mint)));
      const pool = pump.canonicalPumpPoolPdaWithQuote(sdkKey(mint), sdkKey(quoteMint));
      expect(await findPumpSwapPoolAddress(mint, quoteMint)).toBe(base58(pool));
    }),
    { numRuns: count(10, 1_000) },
  );
});

compare<SdkPool>('PumpSwap', {
  ...{ dumps: /^pumpswap_/, owner: PUMPSWAP_PROGRAM, decode: decodePumpSwapPool },
  lengths: [211, 243, 244, 245, 261, 270, 301],
  read(account) {
    const pool = pumpSwap.PUMP_AMM_SDK.decodePool(sdkAccount(account));
    return {
      mints: [pool.baseMint, pool.quoteMint].map(base58),
      vaults: [pool.poolBaseTokenAccount, pool.poolQuoteTokenAccount].map(base58),
      virtualQuoteReserves: big(pool.virtualQuoteReserves),
    };
  },
  any: fc.record({
    ...{ poolBump: u8, index: u16 },
    ...all(sdkAddress, 'creator', 'baseMint', 'quoteMint', 'lpMint', 'coinCreator'),
    ...all(sdkAddress, 'poolBaseTokenAccount', 'poolQuoteTokenAccount'),
    ...all(sdkU64, 'lpSupply', 'creatorFeeBps'),
    ...all(fc.boolean(), 'isMayhemMode', 'isCashbackCoin', 'canEditCreatorFee'),
    virtualQuoteReserves: whole(-(2n ** 127n), 2n ** 127n - 1n).map(sdkNumber),
  }),
  write: (pool) => pumpSwapCoder.accounts.encode('pool', pool),
});

const reward = fc.record({
  ...{ mint: key, vault: key, extension: bytes(32) },
  ...{ emissionsPerSecondX64: u128, growthGlobalX64: u128 },
});

compare('Whirlpool', {
  ...{ dumps: /^whirlpool_/, owner: WHIRLPOOL_PROGRAM, decode: decodeWhirlpool },
  read({ data }) {
    const pool = getWhirlpoolDecoder().decode(data);
    return {
      ...{ liquidity: pool.liquidity, sqrtPrice: pool.sqrtPrice },
      mints: [pool.tokenMintA, pool.tokenMintB],
      vaults: [pool.tokenVaultA, pool.tokenVaultB],
    };
  },
  any: fc.record({
    ...{ whirlpoolBump: bytes(1), feeTierIndexSeed: bytes(2), tickCurrentIndex: i32 },
    ...all(key, 'whirlpoolsConfig', 'tokenMintA', 'tokenVaultA', 'tokenMintB', 'tokenVaultB'),
    ...all(u16, 'tickSpacing', 'feeRate', 'protocolFeeRate'),
    ...all(u64, 'protocolFeeOwedA', 'protocolFeeOwedB', 'rewardLastUpdatedTimestamp'),
    ...all(u128, 'liquidity', 'sqrtPrice', 'feeGrowthGlobalA', 'feeGrowthGlobalB'),
    rewardInfos: fc.array(reward, { minLength: 3, maxLength: 3 }),
  }),
  write: (pool) => Uint8Array.from(getWhirlpoolEncoder().encode(pool as never)),
});

const option = fc.constantFrom(0 as const, 1 as const);

/** The account as @solana/spl-token takes it: its address, what it holds, and its program. */
const splAccount = (account: AccountSnapshot) => {
  const owner = sdkKey(account.owner as Address);
  const info = { data: Buffer.from(account.data), owner, executable: false, lamports: 1 };
  return [sdkKey(account.address), info, owner] as [never, never, never];
};

compare('a mint', {
  ...{ dumps: /^mint_/, owner: TOKEN_PROGRAM, decode: decodeMint },
  read(account) {
    const { supply, decimals, ...mint } = unpackMint(...splAccount(account));
    return {
      ...{ program: account.owner, supply, decimals },
      mintAuthority: mint.mintAuthority?.toBase58() ?? null,
      freezeAuthority: mint.freezeAuthority?.toBase58() ?? null,
    };
  },
  any: fc.record({
    ...all(option, 'mintAuthorityOption', 'freezeAuthorityOption'),
    ...all(sdkAddress, 'mintAuthority', 'freezeAuthority'),
    ...{ supply: u64, decimals: u8, isInitialized: fc.constant(true) },
  }),
  write(mint) {
    const data = Buffer.alloc(MintLayout.span);
    MintLayout.encode(mint as never, data);
    return data;
  },
});

compare('a token account', {
  ...{ dumps: /^spl_token_vault/, owner: TOKEN_PROGRAM, decode: decodeTokenAccount },
  read(account) {
    const { mint, owner, amount, isFrozen } = unpackAccount(...splAccount(account));
    const addresses = { mint: mint.toBase58(), owner: owner.toBase58() };
    return { program: account.owner, ...addresses, amount, isFrozen };
  },
  any: fc.record({
    ...all(sdkAddress, 'mint', 'owner', 'delegate', 'closeAuthority'),
    ...all(option, 'delegateOption', 'isNativeOption', 'closeAuthorityOption'),
    ...all(u64, 'amount', 'isNative', 'delegatedAmount'),
    state: fc.constantFrom(AccountState.Initialized, AccountState.Frozen),
  }),
  write(fields) {
    const data = Buffer.alloc(AccountLayout.span);
    AccountLayout.encode(fields as never, data);
    return data;
  },
});

function accountIn({ dump: name, data }: SdkCase<unknown>, owner: Address): AccountSnapshot {
  return name === undefined ? accountOf(owner, Buffer.from(data ?? '', 'base64')) : dump(name);
}

test.each([
  ['pyth', /^pyth_/],
  ['cpmm', /^raydium_cpmm_/],
  ['launchlab', /^raydium_launchlab_/],
  ['amm', /^raydium_amm_/],
  ['damm', /^meteora_damm_/],
  ['dbc VirtualPool', /^meteora_dbc_.*pool$/],
  ['dbc TransferHookPool', /^none$/],
  ['dbc config', /^meteora_dbc_config$/],
])('the vectors have every dump of %s, and accounts that its SDK wrote', (kind, pattern) => {
  const cases = sdkCases(kind);
  const dumped = cases.flatMap(({ dump: name }) => (name === undefined ? [] : [name]));
  expect(dumped).toEqual(dumpsLike(pattern));
  expect(cases.length - dumped.length).toBeGreaterThanOrEqual(10);
});

/** We read the same as the SDK from each account in the vectors. */
function compareVectors<Fields>(
  kind: string,
  [owner, decode]: readonly [Address, (account: AccountSnapshot) => Reading<object>],
  read: (fields: Fields) => object,
): void {
  test(`every account of ${kind} in the vectors`, () => {
    for (const each of sdkCases<Fields>(kind)) {
      expect(must(decode(accountIn(each, owner)))).toEqual(read(each.fields));
    }
  });
}

interface PythFields {
  priceMessage: Record<
    'feedId' | 'price' | 'conf' | 'publishTime' | 'prevPublishTime' | 'emaPrice' | 'emaConf',
    string
  > & { exponent: number };
  postedSlot: string;
}

const pyth = [PYTH_RECEIVER, decodePythPriceUpdate] as const;
compareVectors<PythFields>('pyth', pyth, ({ priceMessage: message, postedSlot }) => ({
  ...{ receiver: PYTH_RECEIVER, feedId: message.feedId, exponent: message.exponent },
  ...{ price: BigInt(message.price), confidence: BigInt(message.conf) },
  publishedAt: BigInt(message.publishTime),
  previousPublishedAt: BigInt(message.prevPublishTime),
  ...{ emaPrice: BigInt(message.emaPrice), emaConfidence: BigInt(message.emaConf) },
  postedSlot: BigInt(postedSlot),
}));

/** Numbers of one byte; everything else is text. */
interface CpmmFields extends Record<string, string | number> {
  status: number;
}
const sum = (...numbers: (string | number | undefined)[]) =>
  numbers.reduce<bigint>((total, each) => total + BigInt(each ?? 'missing'), 0n);

compareVectors<CpmmFields>('cpmm', [CPMM_PROGRAM, decodeCpmmPool], (fields) => ({
  vaults: [fields.vaultA, fields.vaultB],
  mints: [fields.mintA, fields.mintB],
  observation: fields.observationId,
  canSwap: Math.floor(fields.status / 4) % 2 === 0,
  fees: ['A', 'B'].map((side) =>
    sum(...['protocol', 'fund', 'creator'].map((whose) => fields[`${whose}FeesMint${side}`])),
  ),
}));

type Texts = Record<string, string>;

compareVectors<Texts>('amm', [RAYDIUM_AMM_PROGRAM, decodeRaydiumAmm], (fields) => ({
  status: sum(fields.status),
  profits: [sum(fields.baseNeedTakePnl), sum(fields.quoteNeedTakePnl)],
  vaults: [fields.baseVault, fields.quoteVault],
  mints: [fields.baseMint, fields.quoteMint],
}));

test('Meteora DAMM v2', () => {
  for (const each of sdkCases<Record<string, string>>('damm')) {
    const { fields, prices = [] } = each;
    const { reserves, ...pool } = must(decodeMeteoraDamm(accountIn(each, METEORA_DAMM_PROGRAM)));
    const isCompounding = Number(fields.collect_fee_mode) === 2;
    expect(pool).toEqual({
      mints: [fields.token_a_mint, fields.token_b_mint],
      vaults: [fields.token_a_vault, fields.token_b_vault],
      canSwap: Number(fields.pool_status) === 0,
      isCompounding,
      liquidity: sum(fields.liquidity),
      sqrtPrice: sum(fields.sqrt_price),
    });
    const counted = [sum(fields.token_a_amount), sum(fields.token_b_amount)];
    // The SDK rounds up.
    const theirs = isCompounding ? counted : prices.map((amount) => BigInt(amount));
    reserves.forEach((amount, side) => {
      expect((theirs[side] as bigint) - amount).toBeOneOf(isCompounding ? [0n] : [0n, 1n]);
    });
  }
});

const dbcPool = [METEORA_DBC_PROGRAM, decodeDbcPool] as const;
for (const [type, poolType] of [
  ['VirtualPool', 'virtual'],
  ['TransferHookPool', 'transfer_hook'],
]) {
  compareVectors<Texts>(`dbc ${type}`, dbcPool, (fields) => ({
    ...{ poolType, config: fields.config, creator: fields.creator, baseMint: fields.base_mint },
    vaults: [fields.base_vault, fields.quote_vault],
    reserves: [sum(fields.base_reserve), sum(fields.quote_reserve)],
    ...{ sqrtPrice: sum(fields.sqrt_price), progress: fields.migration_progress },
  }));
}

interface DbcFields {
  readonly quote_mint: string;
  readonly migration_quote_threshold: string;
  readonly curve: readonly { readonly sqrt_price: string; readonly liquidity: string }[];
}

compareVectors<DbcFields>('dbc config', [METEORA_DBC_PROGRAM, decodeDbcConfig], (fields) => ({
  quoteMint: fields.quote_mint,
  quoteToRaise: sum(fields.migration_quote_threshold),
  curve: fields.curve.map(({ sqrt_price, liquidity }) => {
    return { sqrtPrice: sum(sqrt_price), liquidity: sum(liquidity) };
  }),
}));

compareVectors<Texts>('launchlab', [LAUNCHLAB_PROGRAM, decodeLaunchLabPool], (fields) => ({
  ...{ status: fields.status, quoteDecimals: fields.mintDecimalsB, supply: sum(fields.supply) },
  ...{ virtualBase: sum(fields.virtualA), virtualQuote: sum(fields.virtualB) },
  ...{ realBase: sum(fields.realA), realQuote: sum(fields.realB) },
  quoteToRaise: sum(fields.totalFundRaisingB),
  ...{ config: fields.configId, baseMint: fields.mintA, quoteMint: fields.mintB },
  creator: fields.creator,
}));

const CURVES = ['constant product', 'fixed', 'linear'];

test('Raydium LaunchLab: the type of a curve', () => {
  const cases = sdkCases<Record<string, number>>('launchlab config');
  for (const each of cases) {
    const curve = CURVES[each.fields.curveType as number];
    expect(must(decodeLaunchLabConfig(accountIn(each, LAUNCHLAB_PROGRAM)))).toEqual({ curve });
  }
  expect(new Set(cases.map(({ fields }) => fields.curveType)).size).toBe(3);
});

/** The SDKs round to 60 digits. */
function expectPrice(reading: Reading<PairPrice>, decimal: string): void {
  const theirs = rationalOfDecimal(decimal);
  if (!theirs || theirs.numerator === 0n) {
    // They give no positive number.
    expect(reading).toMatchObject({ ok: false, code: 'inactive' });
    return;
  }
  const { ratio } = must(reading);
  const [least, most] = [10n ** 50n - 1n, 10n ** 50n + 1n].map((each) =>
    multiply(theirs, rational(each, 10n ** 50n)),
  ) as [Rational, Rational];
  expect(compareNumbers(ratio, least)).toBeGreaterThan(0);
  expect(compareNumbers(ratio, most)).toBeLessThan(0);
}

test.each([0, 1, 2])('Raydium LaunchLab: the price on a curve of type %s', (curveType) => {
  const [config] = sdkCases<Record<string, number>>('launchlab config').filter(
    ({ fields }) => fields.curveType === curveType,
  );
  if (!config) throw new Error('the vectors have no such configuration');
  for (const each of sdkCases('launchlab')) {
    const onCurve = patched(accountIn(each, LAUNCHLAB_PROGRAM), 17, [0]);
    const pool = must(launchLab.decode(onCurve));
    const [address] = pool.others ?? [];
    const read = { ...accountIn(config, LAUNCHLAB_PROGRAM), address: address as Address };
    expectPrice(pool.price(sampleOf(1_800_000_000, [read])), each.prices?.[curveType] ?? '');
  }
});

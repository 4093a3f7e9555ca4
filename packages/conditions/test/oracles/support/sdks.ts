// The programs' own SDKs, as decoders independent of ours. They are loaded as CommonJS, because the
// ES module of pump.fun's does not load in Node. Their types are written by hand, because the
// original ones take the compiler longer than all of our code.
import { createRequire } from 'node:module';
import type { Address } from '@solana/kit';
import { readVectors } from '../../../../../tools/test-setup/vectors.ts';
import type { AccountSnapshot } from '../../../src/oracles/account-snapshot.ts';

const require = createRequire(import.meta.url);

export interface SdkNumber {
  toString(): string;
}
export interface SdkKey {
  toBase58(): string;
}
interface SdkAccount {
  readonly data: Buffer;
}
interface SdkProgram {
  readonly coder: {
    readonly accounts: { encode(name: string, fields: object): Promise<Buffer> };
  };
}

type Named<Name extends string, Value> = { readonly [Each in Name]: Value };

export type SdkCurve = Named<
  | 'virtualTokenReserves'
  | 'virtualQuoteReserves'
  | 'realTokenReserves'
  | 'realQuoteReserves'
  | 'tokenTotalSupply'
  | 'creatorFeeBps',
  SdkNumber
> &
  Named<'creator' | 'quoteMint', SdkKey> &
  Named<
    'complete' | 'isMayhemMode' | 'isCashbackCoin' | 'canEditCreatorFee' | 'isHolderReward',
    boolean
  >;

export type SdkPool = Named<'lpSupply' | 'virtualQuoteReserves' | 'creatorFeeBps', SdkNumber> &
  Named<'creator' | 'baseMint' | 'quoteMint' | 'lpMint' | 'coinCreator', SdkKey> &
  Named<'poolBaseTokenAccount' | 'poolQuoteTokenAccount', SdkKey> &
  Named<'poolBump' | 'index', number> &
  Named<'isMayhemMode' | 'isCashbackCoin' | 'canEditCreatorFee', boolean>;

export const pump: {
  readonly PUMP_SDK: { decodeBondingCurve(account: SdkAccount): SdkCurve };
  getPumpProgram(connection: unknown): SdkProgram;
  bondingCurvePda(mint: string): SdkKey;
  canonicalPumpPoolPdaWithQuote(mint: SdkKey, quoteMint: SdkKey): SdkKey;
  normalizeQuoteMint(mint: SdkKey): SdkKey;
} = require('@pump-fun/pump-sdk');

export const pumpSwap: {
  readonly PUMP_AMM_SDK: { decodePool(account: SdkAccount): SdkPool };
  readonly OFFLINE_PUMP_AMM_PROGRAM: SdkProgram;
} = require('@pump-fun/pump-swap-sdk');

// The number and key types of the SDKs.
const requireTheirs = createRequire(require.resolve('@pump-fun/pump-sdk'));
const { PublicKey } = requireTheirs('@solana/web3.js');
const BN = requireTheirs('bn.js');
export const sdkNumber = (value: bigint): SdkNumber => new BN(value.toString());
export const sdkKey = (value: Address): SdkKey => new PublicKey(value);
export const sdkAccount = ({ data }: AccountSnapshot): SdkAccount => ({ data: Buffer.from(data) });

export const big = (value: SdkNumber): bigint => BigInt(value.toString());
export const base58 = (value: SdkKey): string => value.toBase58();

/** Accounts written and read by the SDKs of Pyth and Raydium: see tools/sdk-accounts. */
export interface SdkCase<Fields> {
  readonly kind: string;
  /** One of the real dumps, or its own bytes. */
  readonly dump?: string;
  readonly data?: string;
  readonly fields: Fields;
  /** What its SDK computes from them, decimal. */
  readonly prices?: readonly string[];
}

const cases = readVectors<SdkCase<unknown>>('sdk-accounts.json');

export function sdkCases<Fields>(kind: string): SdkCase<Fields>[] {
  return cases.filter((each) => each.kind === kind) as SdkCase<Fields>[];
}

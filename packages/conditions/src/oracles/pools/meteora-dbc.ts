// Meteora's bonding curves. A mint has at most one, because the mint is created with it.
import type { Address } from '@solana/kit';
import { type AccountSnapshot, findAccount, type Sample } from '../account-snapshot.ts';
import { type DecodedBy, decoderOf } from '../layouts/layout.ts';
import { METEORA_DBC_PROGRAM } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import {
  decodePool,
  type PairPrice,
  type PoolProgram,
  type PoolSearch,
  ratioOfRoot,
} from './pool.ts';

/** The same account for two types of mints: without and with a transfer hook. */
export const DBC_DISCRIMINATORS = {
  virtual: 'd5e005d16245775c',
  transfer_hook: 'eddbb8172abda923',
} as const;
export type DbcPoolType = keyof typeof DBC_DISCRIMINATORS;
export const DBC_PROGRESS_OFFSET = 308;
const BASE_MINT_OFFSET = 136;
const LENGTH = 424;
const CONFIG_LENGTH = 1_048;
const CURVE_OFFSET = 408;
const CURVE_POINTS = 20;

/** The stages of a launch, by the number in the account. */
export const DBC_PROGRESS = { onCurve: 0, complete: 1, migrated: 3 } as const;

export const decodeDbcPool = decoderOf(
  {
    owners: [METEORA_DBC_PROGRAM],
    discriminator: Object.values(DBC_DISCRIMINATORS),
    length: LENGTH,
  },
  (bytes) => ({
    poolType: (bytes.hex(0, 8) === DBC_DISCRIMINATORS.virtual
      ? 'virtual'
      : 'transfer_hook') as DbcPoolType,
    config: bytes.address(72),
    creator: bytes.address(104),
    baseMint: bytes.address(BASE_MINT_OFFSET),
    vaults: bytes.addresses(168, 200),
    reserves: [bytes.u64(232), bytes.u64(240)] as const,
    /** Square root of the price in base units, x 2^64. */
    sqrtPrice: bytes.u128(280),
    progress: bytes.u8(DBC_PROGRESS_OFFSET),
  }),
);

export const decodeDbcConfig = decoderOf(
  { owners: [METEORA_DBC_PROGRAM], discriminator: '1a6c0e7b74e6812b', length: CONFIG_LENGTH },
  (bytes) => ({
    quoteMint: bytes.address(8),
    /** The launch is complete when it has raised this much. */
    quoteToRaise: bytes.u64(264),
    /** Up to each price, the liquidity is this much. Unused points are zero. */
    curve: Array.from({ length: CURVE_POINTS }, (_, index) => ({
      sqrtPrice: bytes.u128(CURVE_OFFSET + 32 * index),
      liquidity: bytes.u128(CURVE_OFFSET + 32 * index + 16),
    })),
  }),
);

export function readDbcConfig(
  sample: Sample,
  config: Address,
): Reading<DecodedBy<typeof decodeDbcConfig>> {
  const account = findAccount(sample, config);
  return account
    ? decodeDbcConfig(account)
    : unreadable('missing', `the configuration ${config} was not read`);
}

export const meteoraDbc: PoolProgram & { readonly search: PoolSearch } = {
  name: 'Meteora DBC',
  program: METEORA_DBC_PROGRAM,
  authoritySeed: 'pool_authority',
  search: { length: LENGTH, mintOffsets: [BASE_MINT_OFFSET] },
  decode: decodePool(decodeDbcPool, (pool, account, sample) => {
    const config = sample && readDbcConfig(sample, pool.config);
    const held = pool.progress === DBC_PROGRESS.migrated ? ([0n, 0n] as const) : pool.reserves;
    return {
      mints: [pool.baseMint, config?.ok ? config.value.quoteMint : null],
      ...{ vaults: pool.vaults, held, others: [pool.config] },
      price: (read) => readPrice(account, read, pool),
    };
  }),
};

/** The depth is the reserve of a constant product with the liquidity at the price. */
function readPrice(
  { address }: AccountSnapshot,
  sample: Sample,
  { config, progress, sqrtPrice }: DecodedBy<typeof decodeDbcPool>,
): Reading<PairPrice> {
  if (progress !== DBC_PROGRESS.onCurve) {
    return unreadable('inactive', 'the launch has left its curve');
  }
  const read = readDbcConfig(sample, config);
  if (!read.ok) return read;
  const at = read.value.curve.find((point) => point.sqrtPrice > sqrtPrice);
  if (!at || at.liquidity === 0n || sqrtPrice === 0n) {
    return unreadable('inactive', `the curve ${address} has no liquidity at its price`);
  }
  const depth = [at.liquidity / sqrtPrice, (at.liquidity * sqrtPrice) >> 128n] as const;
  return readable({ ratio: ratioOfRoot(sqrtPrice), depth });
}

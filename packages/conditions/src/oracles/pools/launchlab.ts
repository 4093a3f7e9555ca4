import { type AccountSnapshot, findAccount } from '../account-snapshot.ts';
import { type DecodedBy, decoderOf } from '../layouts/layout.ts';
import { LAUNCHLAB_PROGRAM } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import { decodePool, type PairPrice, type PoolProgram, priceOfReserves } from './pool.ts';

export const LAUNCHLAB_DISCRIMINATOR = 'f7ede3f5d7c3de46';
export const LAUNCHLAB_STATUS_OFFSET = 17;
const LENGTH = 429;
const CONFIG_LENGTH = 371;

/** The stages of a launch, by the number in the account. */
export const LAUNCHLAB_STATUS = { onCurve: 0, complete: 1, migrated: 2 } as const;

export const decodeLaunchLabPool = decoderOf(
  { owners: [LAUNCHLAB_PROGRAM], discriminator: LAUNCHLAB_DISCRIMINATOR, length: LENGTH },
  (bytes, { address }) => {
    const status = bytes.u8(LAUNCHLAB_STATUS_OFFSET);
    if (status > LAUNCHLAB_STATUS.migrated) {
      return unreadable('wrong_type', `${address} has the unknown status ${status}`);
    }
    return {
      status,
      quoteDecimals: bytes.u8(19),
      supply: bytes.u64(21),
      virtualBase: bytes.u64(37),
      virtualQuote: bytes.u64(45),
      realBase: bytes.u64(53),
      realQuote: bytes.u64(61),
      /** The launch is complete when it has raised this much. */
      quoteToRaise: bytes.u64(69),
      /** Says which type of curve it has. */
      config: bytes.address(141),
      baseMint: bytes.address(205),
      quoteMint: bytes.address(237),
      creator: bytes.address(333),
    };
  },
);

/** Types of curves, by the number in the configuration. */
const CURVES = ['constant product', 'fixed', 'linear'] as const;

export const decodeLaunchLabConfig = decoderOf(
  { owners: [LAUNCHLAB_PROGRAM], discriminator: '95089ccaa0fcb0d9', length: CONFIG_LENGTH },
  (bytes, { address }) => {
    const curve = CURVES[bytes.u8(16)];
    return curve ? { curve } : unreadable('wrong_type', `${address} has an unknown curve`);
  },
);

export const launchLab: PoolProgram = {
  name: 'Raydium LaunchLab',
  program: LAUNCHLAB_PROGRAM,
  authoritySeed: 'vault_auth_seed',
  decode: decodePool(decodeLaunchLabPool, (pool, account) => ({
    mints: [pool.baseMint, pool.quoteMint],
    others: [pool.config],
    // Its account still says what it raised after all of that has gone to the new pool.
    held:
      pool.status === LAUNCHLAB_STATUS.migrated
        ? [0n, 0n]
        : [pool.supply - pool.realBase, pool.realQuote],
    price(sample) {
      if (pool.status !== LAUNCHLAB_STATUS.onCurve) {
        return unreadable('inactive', 'the launch has left its curve');
      }
      const config = findAccount(sample, pool.config);
      if (!config) return unreadable('missing', `the configuration ${pool.config} was not read`);
      const read = decodeLaunchLabConfig(config);
      return read.ok ? PRICES[read.value.curve](account, pool) : read;
    },
  })),
};

const Q64 = 1n << 64n;

type Price = (
  account: AccountSnapshot,
  pool: DecodedBy<typeof decodeLaunchLabPool>,
) => Reading<PairPrice>;

const PRICES: Record<(typeof CURVES)[number], Price> = {
  'constant product': (account, { virtualBase, virtualQuote, realBase, realQuote }) =>
    priceOfReserves(account, [virtualBase - realBase, virtualQuote + realQuote]),
  /** It stays until all is sold, so that the depth is what all of it costs. */
  fixed: (account, { virtualBase, virtualQuote }) =>
    priceOfReserves(account, [virtualBase, virtualQuote]),
  /**
   * It rises by `virtualBase` / 2^64 with each base unit sold. What was paid in is less than the
   * reserve of a constant product with the same cost of moving the price.
   */
  linear: (account, { virtualBase, realBase, realQuote }) => {
    const price = priceOfReserves(account, [Q64, virtualBase * realBase]);
    return price.ok ? readable({ ...price.value, depth: [realBase, realQuote] }) : price;
  },
};

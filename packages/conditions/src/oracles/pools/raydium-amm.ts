import { decoderOf } from '../layouts/layout.ts';
import { RAYDIUM_AMM_PROGRAM } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, priceOfVaults } from './pool.ts';

/** Its accounts have no discriminator: only their owner and length distinguish them. */
const LENGTH = 752;
const MINT_OFFSETS = [400, 432] as const;
/** It trades, and shares no tokens with an order book. Pools that trade later wait for it. */
const SWAP_ONLY = 6n;

export const decodeRaydiumAmm = decoderOf(
  { owners: [RAYDIUM_AMM_PROGRAM], length: LENGTH },
  (bytes) => ({
    status: bytes.u64(0),
    /** Profits in the vaults that belong to the protocol. */
    profits: [bytes.u64(192), bytes.u64(200)] as const,
    vaults: bytes.addresses(336, 368),
    mints: bytes.addresses(...MINT_OFFSETS),
  }),
);

export const raydiumAmm: PoolProgram = {
  name: 'Raydium AMM v4',
  program: RAYDIUM_AMM_PROGRAM,
  authoritySeed: 'amm authority',
  search: { length: LENGTH, mintOffsets: MINT_OFFSETS },
  decode: decodePool(decodeRaydiumAmm, ({ status, profits, ...pair }, account) => ({
    ...pair,
    price: (sample) =>
      status === SWAP_ONLY
        ? priceOfVaults(account, sample, pair, profits)
        : unreadable('inactive', 'the pool does not trade'),
  })),
};

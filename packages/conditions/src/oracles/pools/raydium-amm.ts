import { decoderOf } from '../layouts/layout.ts';
import { RAYDIUM_AMM_PROGRAM } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, priceOfReserves, readVaults } from './pool.ts';

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
    vaults: [bytes.address(336), bytes.address(368)] as const,
    mints: [bytes.address(MINT_OFFSETS[0]), bytes.address(MINT_OFFSETS[1])] as const,
  }),
);

export const raydiumAmm: PoolProgram = {
  name: 'Raydium AMM v4',
  program: RAYDIUM_AMM_PROGRAM,
  authoritySeed: 'amm authority',
  search: { length: LENGTH, mintOffsets: MINT_OFFSETS },
  decode: decodePool(decodeRaydiumAmm, ({ status, profits, mints, vaults }, account) => ({
    ...{ mints, vaults },
    price(sample) {
      if (status !== SWAP_ONLY) return unreadable('inactive', 'the pool does not trade');
      const held = readVaults(sample, { mints, vaults });
      if (!held.ok) return held;
      return priceOfReserves(account, [held.value[0] - profits[0], held.value[1] - profits[1]]);
    },
  })),
};

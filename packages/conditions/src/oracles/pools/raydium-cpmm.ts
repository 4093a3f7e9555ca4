import { decoderOf } from '../layouts/layout.ts';
import { CPMM_PROGRAM } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, priceOfVaults } from './pool.ts';

/** LaunchLab's pools have the same discriminator: only the owner distinguishes them. */
const DISCRIMINATOR = 'f7ede3f5d7c3de46';
const LENGTH = 637;
const MINT_OFFSETS = [168, 200] as const;
const SWAP_DISABLED = 0b100;

export const decodeCpmmPool = decoderOf(
  { owners: [CPMM_PROGRAM], discriminator: DISCRIMINATOR, length: LENGTH },
  (bytes) => ({
    vaults: bytes.addresses(72, 104),
    mints: bytes.addresses(...MINT_OFFSETS),
    observation: bytes.address(296),
    canSwap: (bytes.u8(329) & SWAP_DISABLED) === 0,
    /** Fees in the vaults that belong to the protocol, the fund and the creator. */
    fees: [
      bytes.u64(341) + bytes.u64(357) + bytes.u64(397),
      bytes.u64(349) + bytes.u64(365) + bytes.u64(405),
    ] as const,
  }),
);

export const raydiumCpmm: PoolProgram = {
  name: 'Raydium CPMM',
  program: CPMM_PROGRAM,
  authoritySeed: 'vault_and_lp_mint_auth_seed',
  search: {
    ...{ discriminator: DISCRIMINATOR, length: LENGTH },
    ...{ mintOffsets: MINT_OFFSETS, isSorted: true },
  },
  decode: decodePool(decodeCpmmPool, ({ fees, observation, canSwap, ...pair }, account) => ({
    ...{ ...pair, others: [observation] },
    price: (sample) =>
      canSwap
        ? priceOfVaults(account, sample, pair, fees)
        : unreadable('inactive', 'the pool does not trade'),
  })),
};

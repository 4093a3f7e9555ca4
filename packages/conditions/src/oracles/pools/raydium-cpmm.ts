import { decoderOf } from '../layouts/layout.ts';
import { CPMM_PROGRAM } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, priceOfReserves, readVaults } from './pool.ts';

/** LaunchLab's pools have the same discriminator: only the owner distinguishes them. */
const DISCRIMINATOR = 'f7ede3f5d7c3de46';
const LENGTH = 637;
const MINT_OFFSETS = [168, 200] as const;
const SWAP_DISABLED = 0b100;

export const decodeCpmmPool = decoderOf(
  { owners: [CPMM_PROGRAM], discriminator: DISCRIMINATOR, length: LENGTH },
  (bytes) => {
    const protocolFees = [bytes.u64(341), bytes.u64(349)] as const;
    return {
      vaults: [bytes.address(72), bytes.address(104)] as const,
      mints: [bytes.address(MINT_OFFSETS[0]), bytes.address(MINT_OFFSETS[1])] as const,
      decimals: [bytes.u8(331), bytes.u8(332)] as const,
      observation: bytes.address(296),
      canSwap: (bytes.u8(329) & SWAP_DISABLED) === 0,
      lpSupply: bytes.u64(333),
      /** Fees in the vaults that belong to the protocol, the fund and the creator. */
      fees: [
        protocolFees[0] + bytes.u64(357) + bytes.u64(397),
        protocolFees[1] + bytes.u64(365) + bytes.u64(405),
      ] as const,
      protocolFees,
      openAt: bytes.u64(373),
    };
  },
);

export const raydiumCpmm: PoolProgram = {
  name: 'Raydium CPMM',
  program: CPMM_PROGRAM,
  authoritySeed: 'vault_and_lp_mint_auth_seed',
  search: {
    discriminator: DISCRIMINATOR,
    length: LENGTH,
    mintOffsets: MINT_OFFSETS,
    isSorted: true,
  },
  decode: decodePool(decodeCpmmPool, ({ mints, vaults, fees, observation, canSwap }, account) => ({
    ...{ mints, vaults, others: [observation] },
    price(sample) {
      if (!canSwap) return unreadable('inactive', 'the pool does not trade');
      const held = readVaults(sample, { mints, vaults });
      if (!held.ok) return held;
      return priceOfReserves(account, [held.value[0] - fees[0], held.value[1] - fees[1]]);
    },
  })),
};

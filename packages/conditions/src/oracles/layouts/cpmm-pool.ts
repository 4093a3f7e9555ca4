import { CPMM_PROGRAM } from '../programs.ts';
import { type DecodedBy, decoderOf } from './layout.ts';

/** LaunchLab's pools have the same discriminator: only the owner distinguishes them. */
export const CPMM_POOL_DISCRIMINATOR = 'f7ede3f5d7c3de46';
export const CPMM_POOL_LENGTH = 637;
/** The program requires the mint with the lower address first. */
export const CPMM_MINT_OFFSETS = [168, 200] as const;
const SWAP_DISABLED = 0b100;

export type CpmmPool = DecodedBy<typeof decodeCpmmPool>;

export const decodeCpmmPool = decoderOf(
  {
    owners: [CPMM_PROGRAM],
    discriminator: CPMM_POOL_DISCRIMINATOR,
    lengthMin: CPMM_POOL_LENGTH,
    lengthMax: CPMM_POOL_LENGTH,
  },
  (bytes) => {
    const protocolFees = [bytes.u64(341), bytes.u64(349)] as const;
    return {
      vaults: [bytes.address(72), bytes.address(104)] as const,
      mints: [bytes.address(CPMM_MINT_OFFSETS[0]), bytes.address(CPMM_MINT_OFFSETS[1])] as const,
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

// Layout of a Raydium CPMM pool account.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { CPMM_PROGRAM } from '../programs.ts';
import { type Reading, readable } from '../reading.ts';
import { openAccount } from './layout.ts';

/** LaunchLab's pools have the same discriminator: only the owner distinguishes them. */
export const CPMM_POOL_DISCRIMINATOR = 'f7ede3f5d7c3de46';
export const CPMM_POOL_LENGTH = 637;
/** The program requires the mint with the lower address first. */
export const CPMM_MINT_OFFSETS = [168, 200] as const;
const SWAP_DISABLED = 0b100;

export interface CpmmPool {
  readonly vaults: readonly [Address, Address];
  readonly mints: readonly [Address, Address];
  readonly decimals: readonly [number, number];
  readonly observation: Address;
  readonly canSwap: boolean;
  readonly lpSupply: bigint;
  /** Fees in the vaults that belong to the protocol, the fund and the creator. */
  readonly fees: readonly [bigint, bigint];
  readonly protocolFees: readonly [bigint, bigint];
  readonly openAt: bigint;
}

export function decodeCpmmPool(account: AccountSnapshot): Reading<CpmmPool> {
  const opened = openAccount(account, {
    owners: [CPMM_PROGRAM],
    discriminator: CPMM_POOL_DISCRIMINATOR,
    lengthMin: CPMM_POOL_LENGTH,
    lengthMax: CPMM_POOL_LENGTH,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value;
  const protocolFees = [bytes.u64(341), bytes.u64(349)] as const;
  return readable({
    vaults: [bytes.address(72), bytes.address(104)],
    mints: [bytes.address(CPMM_MINT_OFFSETS[0]), bytes.address(CPMM_MINT_OFFSETS[1])],
    decimals: [bytes.u8(331), bytes.u8(332)],
    observation: bytes.address(296),
    canSwap: (bytes.u8(329) & SWAP_DISABLED) === 0,
    lpSupply: bytes.u64(333),
    fees: [
      protocolFees[0] + bytes.u64(357) + bytes.u64(397),
      protocolFees[1] + bytes.u64(365) + bytes.u64(405),
    ],
    protocolFees,
    openAt: bytes.u64(373),
  });
}

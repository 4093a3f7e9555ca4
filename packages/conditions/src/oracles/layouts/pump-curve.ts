// Layout of a pump.fun bonding curve account.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { PUMP_PROGRAM, WRAPPED_SOL } from '../programs.ts';
import { type Reading, readable } from '../reading.ts';
import { openAccount } from './layout.ts';

export const PUMP_CURVE_DISCRIMINATOR = '17b7f83760d8ac60';
export const PUMP_CURVE_COMPLETE_OFFSET = 48;
const LENGTH_MIN = 49;
const LENGTH_KNOWN = 125;
const NO_ADDRESS = '11111111111111111111111111111111';

interface PumpCurve {
  readonly virtualTokenReserves: bigint;
  readonly virtualQuoteReserves: bigint;
  readonly realTokenReserves: bigint;
  readonly realQuoteReserves: bigint;
  readonly tokenTotalSupply: bigint;
  /** All tokens are sold. After the migration the reserves are zero. */
  readonly isComplete: boolean;
  readonly creator: Address;
  readonly isMayhemMode: boolean;
  readonly quoteMint: Address;
}

/** Early curves end after `complete`. Their missing fields read as zero. */
export function decodePumpCurve(account: AccountSnapshot): Reading<PumpCurve> {
  const opened = openAccount(account, {
    owners: [PUMP_PROGRAM],
    discriminator: PUMP_CURVE_DISCRIMINATOR,
    lengthMin: LENGTH_MIN,
  });
  if (!opened.ok) return opened;
  const bytes = opened.value.padded(LENGTH_KNOWN);
  const quoteMint = bytes.address(83);
  return readable({
    virtualTokenReserves: bytes.u64(8),
    virtualQuoteReserves: bytes.u64(16),
    realTokenReserves: bytes.u64(24),
    realQuoteReserves: bytes.u64(32),
    tokenTotalSupply: bytes.u64(40),
    isComplete: bytes.u8(PUMP_CURVE_COMPLETE_OFFSET) !== 0,
    creator: bytes.address(49),
    isMayhemMode: bytes.u8(81) !== 0,
    quoteMint: quoteMint === NO_ADDRESS ? WRAPPED_SOL : quoteMint,
  });
}

import { NO_ADDRESS } from '@tote/program-client';
import { decoderOf } from '../layouts/layout.ts';
import { PUMP_PROGRAM, WRAPPED_SOL } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decodePool, type PoolProgram, priceOfReserves } from './pool.ts';

export const PUMP_CURVE_DISCRIMINATOR = '17b7f83760d8ac60';
export const PUMP_CURVE_COMPLETE_OFFSET = 48;

/** Early curves end after `complete`. */
export const decodePumpCurve = decoderOf(
  {
    ...{ owners: [PUMP_PROGRAM], discriminator: PUMP_CURVE_DISCRIMINATOR },
    ...{ lengthMin: 49, lengthKnown: 125 },
  },
  (bytes) => {
    const quoteMint = bytes.address(83);
    return {
      virtualTokenReserves: bytes.u64(8),
      virtualQuoteReserves: bytes.u64(16),
      realTokenReserves: bytes.u64(24),
      realQuoteReserves: bytes.u64(32),
      /** All tokens are sold. After the migration the reserves are zero. */
      isComplete: bytes.u8(PUMP_CURVE_COMPLETE_OFFSET) !== 0,
      creator: bytes.address(49),
      quoteMint: quoteMint === NO_ADDRESS ? WRAPPED_SOL : quoteMint,
    };
  },
);

/** Its price follows from the virtual reserves, and so does the cost of moving it. */
export const pumpCurve: PoolProgram = {
  name: 'pump.fun',
  program: PUMP_PROGRAM,
  decode: decodePool(decodePumpCurve, (curve, account) => ({
    mints: [null, curve.quoteMint],
    held: [curve.realTokenReserves, curve.realQuoteReserves],
    price: () =>
      curve.isComplete
        ? unreadable('inactive', 'the bonding curve is complete')
        : priceOfReserves(account, [curve.virtualTokenReserves, curve.virtualQuoteReserves]),
  })),
};

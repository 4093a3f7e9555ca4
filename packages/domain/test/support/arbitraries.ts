import fc from 'fast-check';
import { type Amount, amount, type FeeRates, type Position } from '../../src/index.ts';

const U64_MAX = 2n ** 64n - 1n;

/** Amounts of every size: small ones as often as those near 64 bits, where other bugs show. */
export const amounts = (max: bigint = U64_MAX): fc.Arbitrary<Amount> =>
  fc
    .oneof(
      fc.bigInt({ min: 0n, max: max < 20n ? max : 20n }),
      fc.bigInt({ min: 0n, max: max < 2n ** 32n ? max : 2n ** 32n }),
      fc.bigInt({ min: 0n, max }),
      fc.constant(max),
    )
    .map(amount);

/** At most 40 positions whose stakes together fit 64 bits. */
export const positions: fc.Arbitrary<Position[]> = fc.array(
  fc.record({ stakeYes: amounts(U64_MAX / 80n), stakeNo: amounts(U64_MAX / 80n) }),
  { maxLength: 40 },
);

export const feeRatesArbitrary: fc.Arbitrary<FeeRates> = fc
  .integer({ min: 0, max: 2_000 })
  .chain((sum) =>
    fc.integer({ min: 0, max: sum }).map((burnBps) => ({ burnBps, developerBps: sum - burnBps })),
  );

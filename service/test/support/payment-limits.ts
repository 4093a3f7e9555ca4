import type { PaymentLimits } from '../../src/submissions/context.ts';

/** More than any test needs. */
export const AMPLE_LIMITS: PaymentLimits = {
  marketsPerCreator: 1_000_000,
  ...{ rentFor: 'all', rentDaysMax: 3_650, rentPercentPerDay: 100 },
  feesPerWallet: 10n ** 15n,
};

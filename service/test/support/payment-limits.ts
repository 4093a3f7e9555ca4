import type { PaymentLimits } from '../../src/admission/relayer-payments.ts';

/** More than any test needs. */
export const AMPLE_LIMITS: PaymentLimits = {
  marketsPerCreator: 1_000_000,
  rentPerCreator: 10n ** 15n,
  feesPerWallet: 10n ** 15n,
};

import type { PaymentLimits } from '../../src/admission/relayer-payments.ts';

/** More than any test needs. */
export const AMPLE_LIMITS: PaymentLimits = {
  feesPerWallet: 10n ** 15n,
};

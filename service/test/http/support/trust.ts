// A value of Trust with every field set.
import { address } from '@solana/kit';
import { amount, unixSeconds } from '@tote/domain';
import type { Trust } from '../../../src/use-cases/trust.ts';

const ADMIN = address('4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM');
const OTHER = address('7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj');
const PROGRAM = address('BPFLoaderUpgradeab1e11111111111111111111111');
const NOW = 1_800_000_000;

export const TRUST: Trust = {
  upgradeAuthority: null,
  admin: ADMIN,
  guardian: OTHER,
  operator: PROGRAM,
  oracle: null,
  mintAuthority: ADMIN,
  changeDelaySeconds: 172_800,
  programHash: 'ab'.repeat(32),
  programMatches: true,
  pendingChange: {
    effectiveAt: unixSeconds(NOW + 172_800),
    admin: OTHER,
    guardian: null,
    operator: PROGRAM,
    oracle: OTHER,
    treasury: OTHER,
    feeRates: { burnBps: 400, developerBps: 600 },
    minimumStake: { SOL: amount(200_000n), UTILITY: amount(2_000n) },
    vetoSeconds: 60,
    leadSeconds: 30,
    horizonSeconds: 400 * 86_400,
    changeDelaySeconds: 0,
    knownPrograms: [PROGRAM],
  },
};

import type { ServiceConfig } from '../settings/service-config.ts';

/** For operators: what does not work, and what the admin must do about it. */
export function listLimitations(
  config: Pick<ServiceConfig, 'isOperatorDisabled' | 'isOracleDisabled'>,
): string[] {
  return [
    ...(config.isOperatorDisabled
      ? [
          'The Config names none of our relayer keys as operator: no market is created, no bet ' +
            'in a gated market signed and no account opened for others until the admin names one ' +
            'with `tote config announce --operator`. Reads, bets that wallets sign, payouts and ' +
            'refunds still work.',
        ]
      : []),
    ...(config.isOracleDisabled
      ? [
          'The oracle key is no longer the oracle: no new market can name it until the admin ' +
            'does with `tote config announce --oracle`. If it was disabled, its markets are ' +
            'refunded. Markets on facts still work.',
        ]
      : []),
  ];
}

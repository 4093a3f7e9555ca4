import type { ServiceConfig } from '../use-cases/use-cases.ts';

/** What does not work, and what the admin has to do about it. For whoever runs the service. */
export function listLimitations(
  config: Pick<ServiceConfig, 'isOperatorDisabled' | 'isOracleDisabled'>,
): string[] {
  return [
    ...(config.isOperatorDisabled
      ? [
          'The relayer is not the operator any more: no market is created, no bet in a gated ' +
            'market signed and no account opened for others until the admin installs it again ' +
            'with update_config. Reads, other bets, payouts and refunds go on.',
        ]
      : []),
    ...(config.isOracleDisabled
      ? [
          'The oracle key is not the oracle any more: no new market can name it until the admin ' +
            'installs it again with update_config. Markets on facts go on.',
        ]
      : []),
  ];
}

// Converts a Config to the arguments of instructions.
import type { ExpectedTerms } from './create-market.ts';
import type { Config } from './generated/accounts';
import { Currency, type Settings, type TermsArgs } from './generated/types';

export function expectedTermsOf(config: Config, currency: Currency): ExpectedTerms {
  const { burnBps, developerBps, vetoSeconds, oracle, minimumStake } = config;
  const [sol = 0n, utility = 0n] = minimumStake;
  const least = currency === Currency.Sol ? sol : utility;
  return { burnBps, developerBps, vetoSeconds, minimumStake: least, oracle };
}

/** All arguments of `update_config` except the known programs and the admin. */
export function termsOf(settings: Omit<Settings, 'knownPrograms' | 'admin'>): TermsArgs {
  const { burnBps, developerBps, vetoSeconds, changeDelay, minimumStake } = settings;
  const [minimumStakeSol = 0n, minimumStakeUtility = 0n] = minimumStake;
  const { operator, oracle, guardian, treasury } = settings;
  const stakes = { minimumStakeSol, minimumStakeUtility };
  const { leadSeconds, horizonSeconds } = settings;
  const rates = { burnBps, developerBps, vetoSeconds, changeDelay };
  return { ...rates, leadSeconds, horizonSeconds, ...stakes, operator, oracle, guardian, treasury };
}

import { feeRates } from '@tote/domain';
import { addresses, keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import type { Terms } from '../../support/terms.ts';
import type { Model } from '../model.ts';
import { ask, askAll, require, type Transaction } from '../plan.ts';

const VETO_SECONDS_MAX = 7 * 24 * 60 * 60;

export interface UpdateConfigArgs {
  admin: Key;
  terms: Terms;
  isFactProgramKnown: boolean;
}

/** Terms of future markets; live ones keep theirs. */
export function updateConfig(model: Model, args: UpdateConfigArgs): Transaction {
  const { admin, terms, isFactProgramKnown } = args;
  const knownPrograms = isFactProgramKnown ? [addresses.factProgram] : [];
  return {
    kind: 'update_config',
    build: (world) => world.build.updateConfig(terms, { admin, knownPrograms }),
    apply() {
      const hasMinimums = terms.minimumStakeSol > 0n && terms.minimumStakeUtility > 0n;
      askAll(
        () => require(admin === keys.admin, 'NotAdmin'),
        () => ask({ fee_rates_out_of_range: 'FeeTooHigh' }, () => feeRates(terms)),
        () => require(hasMinimums && terms.vetoSeconds <= VETO_SECONDS_MAX, 'InvalidTerms'),
      );
      model.terms = terms;
      model.isFactProgramKnown = isFactProgramKnown;
      return { name: 'ConfigUpdated', admin: admin.address };
    },
  };
}

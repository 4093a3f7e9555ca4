// Errors of the program which show that our copy of the Config is out of date.
import type { ErrorName } from '@tote/program-client';

export function aboutKeys(name: ErrorName): KeysError | undefined {
  return ABOUT_KEYS[name];
}

type KeysError = 'terms_changed' | 'oracle_disabled' | 'operator_disabled';

/** We always sign as operator where needed. If that is refused, we are not the operator. */
const ABOUT_KEYS: Partial<Record<ErrorName, KeysError>> = {
  TermsChanged: 'terms_changed',
  // Cutoffs follow the lead of the Config.
  ClosesTooLate: 'terms_changed',
  OracleDisabled: 'oracle_disabled',
  OperatorRequired: 'operator_disabled',
  NotOperator: 'operator_disabled',
  NotCreator: 'operator_disabled',
  NotWalletOrOperator: 'operator_disabled',
};

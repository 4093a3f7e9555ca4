// Refusals of the program that say: the Config is not what we thought.
import type { ErrorName } from '@tote/program-client';

/** The API's word for it; undefined when the refusal is about something else. */
export function aboutKeys(name: ErrorName): KeysError | undefined {
  return ABOUT_KEYS[name];
}

type KeysError = 'terms_changed' | 'oracle_disabled' | 'operator_disabled';

/** We sign as operator whatever needs it: if that is not enough, we are not the operator. */
const ABOUT_KEYS: Partial<Record<ErrorName, KeysError>> = {
  TermsChanged: 'terms_changed',
  OracleDisabled: 'oracle_disabled',
  OperatorRequired: 'operator_disabled',
  NotOperator: 'operator_disabled',
  NotCreator: 'operator_disabled',
  NotWalletOrOperator: 'operator_disabled',
};

import { DomainError } from './errors.ts';

export type Outcome = 'Yes' | 'No';

/** In the order in which the API lists them. */
export const OUTCOMES = ['Yes', 'No'] as const satisfies readonly Outcome[];

/** How the program stores an outcome; 0 means none. */
type OutcomeCode = 0 | 1 | 2;

/** Exact match only: look-alikes such as a fullwidth `Yes` are refused. */
export function parseOutcome(text: string): Outcome {
  for (const outcome of OUTCOMES) if (text === outcome) return outcome;
  throw new DomainError('outcome_invalid', { outcome: text });
}

export function otherOutcome(outcome: Outcome): Outcome {
  return outcome === 'Yes' ? 'No' : 'Yes';
}

export function outcomeToCode(outcome: Outcome | null): OutcomeCode {
  switch (outcome) {
    case null:
      return 0;
    case 'Yes':
      return 1;
    case 'No':
      return 2;
  }
}

export function outcomeFromCode(code: number): Outcome | null {
  switch (code) {
    case 0:
      return null;
    case 1:
      return 'Yes';
    case 2:
      return 'No';
    default:
      throw new RangeError(`outcomeFromCode: the program knows no outcome ${code}`);
  }
}

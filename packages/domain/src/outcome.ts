import { DomainError } from './errors.ts';

export type Outcome = 'Yes' | 'No';

/** In the order in which the API lists them. */
export const OUTCOMES = ['Yes', 'No'] as const satisfies readonly Outcome[];

/** Exact match only: look-alikes such as a fullwidth `Yes` are refused. */
export function parseOutcome(text: string): Outcome {
  for (const outcome of OUTCOMES) if (text === outcome) return outcome;
  throw new DomainError('outcome_invalid', { outcome: text });
}

export function otherOutcome(outcome: Outcome): Outcome {
  return outcome === 'Yes' ? 'No' : 'Yes';
}

/** How the program stores an outcome. */
const CODES = [null, ...OUTCOMES] as const;

export const outcomeToCode = (outcome: Outcome | null): number => CODES.indexOf(outcome);

export function outcomeFromCode(code: number): Outcome | null {
  const outcome = CODES[code];
  if (outcome !== undefined) return outcome;
  throw new RangeError(`outcomeFromCode: the program knows no outcome ${code}`);
}

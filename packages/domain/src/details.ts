// The `details` of a market are two paragraphs: the rule as a bettor reads it, and its exact terms.

const BREAK = '\n\n';

export interface Details {
  /** At most 200 characters, beside a question that it quotes. */
  readonly rule: string;
  readonly terms: string;
}

export const joinDetails = ({ rule, terms }: Details): string => rule + BREAK + terms;

export function splitDetails(details: string): Details {
  const [rule = '', ...rest] = details.split(BREAK);
  return { rule, terms: rest.join(' ') };
}

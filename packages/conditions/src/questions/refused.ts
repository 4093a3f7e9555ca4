/** Why a question is attested. */
export interface Refusal {
  readonly why: string;
  /** Whether it seemed measurable, so that its author gets a warning. */
  readonly isNear: boolean;
}

/** The question cannot be compiled. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(why: string, isNear = true) {
    super(why);
    this.refusal = { why, isNear };
  }
}

import type { Said } from './said.ts';

/** Thrown where a question cannot be measured; the question is attested then. */
export class Refused extends Error {
  /** What it could mean instead. */
  readonly others: readonly Said[];

  constructor(why: string, others: readonly Said[] = []) {
    super(why);
    this.others = others;
  }
}

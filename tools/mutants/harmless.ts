// Equivalent mutants: faults without an observable effect, and why. Each entry needs a review.

interface Harmless {
  /** A part of the mutant's name. */
  matches: string;
  why: string;
}

export const HARMLESS: readonly Harmless[] = [];

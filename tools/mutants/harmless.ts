// Faults that change nothing anybody can see, and why. Every line here is a claim to argue with.

interface Harmless {
  /** A part of the mutant's name. */
  matches: string;
  why: string;
}

export const HARMLESS: readonly Harmless[] = [];

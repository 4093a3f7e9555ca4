import { AssertionError } from 'node:assert';

/** Throws, naming the check that does not hold. */
export function violate(check: string, what: string): never {
  throw new AssertionError({ message: `${check}: ${what}`, stackStartFn: violate });
}

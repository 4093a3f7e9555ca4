/** One deliberate fault in the program: a text that occurs once, and its replacement. */
export interface Mutant {
  name: string;
  /** Below program/src. */
  file: string;
  find: string;
  replace: string;
  /** The offset, for faults that are found by position, whose text may repeat. */
  at?: number;
  /** Below program/test: the tests that must notice it, if others do not count. */
  tests?: string;
}

type Fault = [name: string, find: string, replace: string];

/** Several faults in one file. */
export const inFile = (file: string, faults: Fault[]): Mutant[] =>
  faults.map(([name, find, replace]) => ({ name: `${file}: ${name}`, file, find, replace }));

/** The source with the fault in it. */
export function applyMutant(source: string, { name, find, replace, at }: Mutant): string {
  const start = at ?? source.indexOf(find);
  if (start < 0 || !source.startsWith(find, start)) {
    throw new Error(`${name}: its text is not in the source any more`);
  }
  if (at === undefined && source.indexOf(find, start + 1) >= 0) {
    throw new Error(`${name}: its text occurs more than once`);
  }
  return source.slice(0, start) + replace + source.slice(start + find.length);
}

/** A sentence for each mutant that no longer fits the sources, or whose name is not unique. */
export function findMisfits(
  mutants: readonly Mutant[],
  readSource: (file: string) => string,
): string[] {
  const seen = new Set<string>();
  return mutants.flatMap((mutant) => {
    if (seen.has(mutant.name)) return [`${mutant.name}: its name occurs more than once`];
    seen.add(mutant.name);
    try {
      applyMutant(readSource(mutant.file), mutant);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

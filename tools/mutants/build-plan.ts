// Decides which faults are built together.
import type { Mutant } from './mutant.ts';
import { putBehindSwitch, type Switched } from './switched.ts';

export interface SwitchedMutant {
  mutant: Mutant;
  number: number;
  change: Switched;
}

export interface BuildPlan {
  /** Each list is one build. */
  together: SwitchedMutant[][];
  /** One build each. */
  alone: Mutant[];
}

/** With more branches, functions get too large for the linker's optimiser to be fast. */
const TOGETHER_MAX = 60;

export function planBuilds(
  mutants: readonly Mutant[],
  readSource: (file: string) => string,
): BuildPlan {
  const plan: BuildPlan = { together: [], alone: [] };
  mutants.forEach((mutant, index) => {
    const change = putBehindSwitch(mutant, readSource(mutant.file), index + 1);
    if (!change) {
      plan.alone.push(mutant);
      return;
    }
    const fits = plan.together.find(
      (build) => build.length < TOGETHER_MAX && !build.some((one) => overlaps(one.change, change)),
    );
    const entry = { mutant, number: index + 1, change };
    if (fits) fits.push(entry);
    else plan.together.push([entry]);
  });
  return plan;
}

const overlaps = (a: Switched, b: Switched) =>
  a.file === b.file && a.start < b.end && b.start < a.end;

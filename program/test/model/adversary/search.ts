// Every state that a few steps can lead to, each visited once.
import { setImmediate } from 'node:timers/promises';
import { hashState } from './hash-state.ts';
import type { KindName } from './kinds.ts';
import type { Stage } from './stage.ts';
import { listSteps, type Step } from './steps.ts';

type Path = readonly Step[];
type Visit = () => void;

/** Visits every state up to this depth, and returns how many there are. */
export async function search(
  stage: Stage,
  kind: KindName,
  depth: number,
  visit: Visit,
): Promise<number> {
  stage.start(kind);
  const seen = new Set<string>();
  arrive(stage, seen, visit);
  let paths: Path[] = [[]];
  for (let level = 0; level < depth; level += 1) {
    const longer: Path[] = [];
    for (const path of paths) {
      stage.start(kind);
      for (const step of path) step.run(stage);
      for (const one of expand(stage, path, seen, visit)) longer.push(one);
      // Otherwise the accounts of states that are left stay in memory.
      await setImmediate();
    }
    paths = longer;
  }
  return seen.size;
}

/** The paths by which one more step comes to a state that was not seen before. */
function expand(stage: Stage, path: Path, seen: Set<string>, visit: Visit): Path[] {
  const here = stage.world.save();
  return listSteps(stage).flatMap((step) => {
    const longer = [...path, step];
    try {
      if (!step.run(stage)) return [];
      const isNew = arrive(stage, seen, visit);
      stage.world.restore(here);
      return isNew ? [longer] : [];
    } catch (error) {
      const story = longer.map(({ name }) => `\n  ${name}`).join('');
      throw new Error(`${(error as Error).message}, after${story}`, { cause: error });
    }
  });
}

/** Visits the state unless it was seen before, and says so. */
function arrive(stage: Stage, seen: Set<string>, visit: Visit): boolean {
  const hash = hashState(stage);
  if (seen.has(hash)) return false;
  seen.add(hash);
  visit();
  return true;
}

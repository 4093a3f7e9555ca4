import { processSurroundings } from './process-surroundings.ts';
import { runTote } from './run-tote.ts';
import type { Installation } from './surroundings.ts';

export function main(args: readonly string[], installation: Installation): Promise<number> {
  return runTote(args, processSurroundings(installation));
}

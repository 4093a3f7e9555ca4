import type { ProgramInstruction } from '@tote/program-client';
import type { World } from '../support/world.ts';

/** One thing wrong with a valid call. */
export interface Mutation {
  /** The kind of fault, as the list of exceptions names it. */
  name: string;
  /** Which one of its kind. */
  detail: string;
  instruction: ProgramInstruction;
  /** What is done to the chain before the call. */
  apply?(world: World): void;
}

import type { ProgramInstruction } from '@tote/program-client';
import type { World } from '../support/world.ts';

/** One variant of an instruction, and how to come to a call of it that succeeds. */
export interface Fixture {
  /** As in the IDL. */
  instruction: string;
  variant: string;
  /** The accounts of this variant, of those that only some variants take. */
  takes?: readonly string[];
  /** Bytes that must be zero in this variant, besides those that always must. */
  reserved?: readonly number[];
  /** Values that a byte of this variant must not have, by its offset. */
  wrongBytes?: Readonly<Record<number, readonly number[]>>;
  /** False for the one call that comes before all others. */
  isInitialized?: boolean;
  /** Plays up to the call, on the stage, and returns it. */
  prepare(world: World): ProgramInstruction;
}

/** Several variants of an instruction, by name. */
export const fixturesOf = (
  instruction: string,
  variants: Readonly<Record<string, Fixture['prepare']>>,
  options: Partial<Fixture> = {},
): Fixture[] =>
  Object.entries(variants).map(([variant, prepare]) => {
    return { instruction, variant, prepare, ...options };
  });

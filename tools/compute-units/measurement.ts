import type { ProgramInstruction } from '@tote/program-client';
import type { Key } from '../../program/test/support/key.ts';
import type { World } from '../../program/test/support/world.ts';
import { compile, computeUnitsOf, execute, invocationsOf } from './transaction.ts';

const LAMPORTS_PER_SIGNATURE = 5_000;

/** One line of the document. */
export interface Measurement {
  what: string;
  /** Number of bets or positions; 1 for everything else. */
  count: number;
  /** Of the program's instructions in the transaction. */
  computeUnits: number;
  sizeBytes: number;
  feeLamports: number;
  /** Accounts that are written to, besides the fee payer. */
  writableCount: number;
  /** Programs that the program's instructions called. */
  callCount: number;
}

export interface Sending {
  what: string;
  feePayer: Key;
  instructions: readonly ProgramInstruction[];
  count?: number;
  version?: 0 | 1;
  /** The requested limit, if the default is too low. */
  computeUnitLimit?: number;
  /** All bets are expected to be refused. */
  isRefused?: boolean;
}

/** Compiles and executes a transaction, and returns its costs. */
export function measure(world: World, sending: Sending): Measurement {
  const { what, feePayer, instructions, count = 1, version, computeUnitLimit } = sending;
  const transaction = compile(feePayer, instructions, version, computeUnitLimit);
  const result = execute(world, transaction);
  const units = computeUnitsOf(result);
  if (units.length !== instructions.length) throw new Error(`${what}: ${units.length} were run`);
  expectAllDone(what, result.events, sending.isRefused ? 0 : count);
  return {
    what,
    count,
    computeUnits: units.reduce((sum, one) => sum + one, 0),
    sizeBytes: transaction.bytes.length,
    feeLamports: transaction.signatureCount * LAMPORTS_PER_SIGNATURE,
    writableCount: transaction.writableCount,
    callCount: invocationsOf(result) - instructions.length - transaction.budgetCount,
  };
}

/** Checks that nothing was refused, because a refused bet or position costs differently. */
function expectAllDone(
  what: string,
  events: ReturnType<typeof execute>['events'],
  expected: number,
): void {
  for (const event of events) {
    const isDone =
      (event.name !== 'BetsPlaced' || event.accepted === expected) &&
      (event.name !== 'PositionsSettled' || event.settled === expected);
    if (!isDone) throw new Error(`${what}: not everything was done`);
  }
}

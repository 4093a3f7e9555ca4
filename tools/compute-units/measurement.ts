import type { ProgramInstruction } from '@tote/program-client';
import type { Key } from '../../program/test/support/key.ts';
import type { World } from '../../program/test/support/world.ts';
import { compile, computeUnitsOf, execute, invocationsOf } from './transaction.ts';

const LAMPORTS_PER_SIGNATURE = 5_000;

/** One line of the document. */
export interface Measurement {
  what: string;
  /** How many bets or positions; 1 for everything else. */
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
}

/** Compiles and executes a transaction, and says what it took. */
export function measure(world: World, sending: Sending): Measurement {
  const { what, feePayer, instructions, count = 1, version } = sending;
  const transaction = compile(feePayer, instructions, version);
  const result = execute(world, transaction);
  const units = computeUnitsOf(result);
  if (units.length !== instructions.length) throw new Error(`${what}: ${units.length} were run`);
  expectAllDone(what, result.events);
  return {
    what,
    count,
    computeUnits: units.reduce((sum, one) => sum + one, 0),
    sizeBytes: transaction.bytes.length,
    feeLamports: transaction.signatureCount * LAMPORTS_PER_SIGNATURE,
    writableCount: transaction.writableCount,
    callCount: invocationsOf(result) - instructions.length,
  };
}

/** A refused bet or position costs less; none may be among what is measured. */
function expectAllDone(what: string, events: ReturnType<typeof execute>['events']): void {
  for (const event of events) {
    const isDone =
      (event.name !== 'BetsPlaced' || event.accepted === event.bets.length) &&
      (event.name !== 'PositionsSettled' || event.settled === event.positions.length);
    if (!isDone) throw new Error(`${what}: not everything was done`);
  }
}

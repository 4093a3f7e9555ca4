// What the program did in a transaction: its instructions, each with its event.
import { type Address, getBase64Encoder } from '@solana/kit';
import {
  copyOf,
  HistoryContradicts,
  type Instruction,
  type Transaction,
} from './fetch-transaction.ts';
import { type ProgramEvent, readEvent } from './read-event.ts';

interface ProgramStep {
  readonly instruction: Instruction;
  /** Undefined if the log does not have it; null if the verifier does not need it. */
  readonly event: ProgramEvent | null | undefined;
}

const INVOKED = /^Program (\S+) invoke \[\d+\]$/;
const ENDED = /^Program \S+ (?:success$|failed: )/;
const DATA = 'Program data: ';
const TRUNCATED = 'Log truncated';

/**
 * Every instruction of the program writes one event, and they end in the order in which they begin.
 * So the n-th event is that of the n-th instruction.
 */
export function listSteps(transaction: Transaction, program: Address): ProgramStep[] {
  const { signature, isFailed, instructions, logs } = transaction;
  if (isFailed) return [];
  const own = instructions.filter((each) => each.program === program);
  const logged = findLogged(logs, program);
  if (logged.length > own.length) {
    throw new HistoryContradicts(`${signature} logs more events than it has instructions`);
  }
  return own.map((instruction, index) => {
    const isLast = index === own.length - 1;
    const bytes = logged[index] ?? (isLast ? findReturned(transaction, program) : undefined);
    const tag = instruction.data[0];
    if (bytes && bytes[0] !== tag) {
      throw new HistoryContradicts(
        `${signature} has an instruction ${tag} and in its place an event ${bytes[0]}`,
      );
    }
    return { instruction, event: bytes && decode(bytes, signature) };
  });
}

/** Other programs can log the same bytes, so a line counts only while our program is running. */
function findLogged(logs: readonly string[], program: Address): Uint8Array[] {
  const running: string[] = [];
  const logged: Uint8Array[] = [];
  for (const line of logs) {
    // Lines are missing from here on, so nobody knows which program is running.
    if (line === TRUNCATED) break;
    const invoked = INVOKED.exec(line)?.[1];
    if (invoked) running.push(invoked);
    else if (ENDED.test(line)) running.pop();
    else if (line.startsWith(DATA) && running.at(-1) === program) {
      logged.push(copyOf(getBase64Encoder().encode(line.slice(DATA.length))));
    }
  }
  return logged;
}

/** Some nodes leave out zeros at the end of return data. No event has more than this many there. */
const ZEROS_MAX = 128;

/** The last event is return data too, which no log of others can crowd out. */
function findReturned({ returned }: Transaction, program: Address): Uint8Array | undefined {
  if (returned?.program !== program) return undefined;
  for (let zeros = 0; zeros <= ZEROS_MAX; zeros += 1) {
    const bytes = Uint8Array.from([...returned.data, ...new Uint8Array(zeros)]);
    try {
      readEvent(bytes);
      return bytes;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

function decode(bytes: Uint8Array, signature: string): ProgramEvent | null {
  try {
    return readEvent(bytes);
  } catch (error) {
    throw new HistoryContradicts(`${signature} has an event that no instruction writes: ${error}`);
  }
}

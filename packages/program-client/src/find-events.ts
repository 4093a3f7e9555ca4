import { type Address, getBase64Encoder, type ReadonlyUint8Array } from '@solana/kit';
import { decodeEvent, type ToteEvent } from './events.ts';
import { TOTE_PROGRAM_ADDRESS } from './generated/programs';

const INVOKED = /^Program (\S+) invoke \[\d+\]$/;
const ENDED = /^Program \S+ (?:success$|failed: )/;
const DATA = 'Program data: ';

/** The program's events in a landed transaction, in order, also those of inner instructions. */
export function findEvents(
  logs: readonly string[],
  programAddress: Address = TOTE_PROGRAM_ADDRESS,
): ToteEvent[] {
  return findEventBytes(logs, programAddress).map(decodeEvent);
}

/**
 * The same as bytes. Other programs can log the same bytes, so a line counts only while our program
 * is running.
 */
export function findEventBytes(
  logs: readonly string[],
  programAddress: Address,
): ReadonlyUint8Array[] {
  const running: string[] = [];
  const events: ReadonlyUint8Array[] = [];
  for (const line of logs) {
    const invoked = INVOKED.exec(line)?.[1];
    if (invoked) running.push(invoked);
    else if (ENDED.test(line)) running.pop();
    else if (line.startsWith(DATA) && running.at(-1) === programAddress) {
      events.push(getBase64Encoder().encode(line.slice(DATA.length)));
    }
  }
  return events;
}

/** The last event of a transaction from its return data, if our program ran last. */
export function findReturnedEvent(
  returned: { programAddress: Address; data: ReadonlyUint8Array } | undefined,
  programAddress: Address = TOTE_PROGRAM_ADDRESS,
): ToteEvent | undefined {
  if (returned?.programAddress !== programAddress || returned.data.length === 0) return undefined;
  return decodeEvent(returned.data);
}

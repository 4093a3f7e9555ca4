import { type ErrorName, type EventName, type EventOf, verdictName } from '@tote/program-client';
import { expect } from 'vitest';
import type { Result } from './result.ts';

const DATA = 'Program data: ';

/** The transaction wrote this one event, field for field, and returned the same bytes. */
export function expectEvent<Name extends EventName>(
  result: Result,
  name: Name,
  fields: Omit<EventOf<Name>, 'name'>,
): void {
  expect(result.events).toEqual([{ name, ...fields }]);
  const logged = result.logs.filter((line) => line.startsWith(DATA));
  expect(logged).toHaveLength(1);
  const bytes = Buffer.from(logged[0]?.slice(DATA.length) ?? '', 'base64');
  expect(Buffer.from(result.returnData)).toEqual(bytes);
}

/** The last event of a transaction, which must be of this kind. */
export function eventOf<Name extends EventName>(result: Result, name: Name): EventOf<Name> {
  const event = result.events.at(-1);
  expect(event?.name).toBe(name);
  return event as unknown as EventOf<Name>;
}

/** What became of each bet or position, by name. */
export function verdictsOf(result: Result): (ErrorName | 'Done')[] {
  const event = result.events.at(-1);
  if (event?.name === 'BetsPlaced') return event.bets.map(({ verdict }) => verdictName(verdict));
  if (event?.name === 'PositionsSettled') {
    return event.positions.map(({ verdict }) => verdictName(verdict));
  }
  throw new Error(`${event?.name} has no verdicts`);
}

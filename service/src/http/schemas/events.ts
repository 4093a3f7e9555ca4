import { Type } from '@sinclair/typebox';
import { EVENTS } from '../../feed/events.ts';
import { named, orNull, response, text, timeOut } from './fragments.ts';

const id = text('A whole number below 2^53, as text. Ids grow.');
const marketId = orNull(Type.String(), { description: 'The market that it is about.' });
const at = timeOut('When it was written, by the clock of the service.');

export const schemaNameOf = (type: string) =>
  `${type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

export const EVENT_SCHEMAS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(EVENTS).map(([type, { when, data }]) => [
    schemaNameOf(type),
    named(
      schemaNameOf(type),
      response({ id, type: Type.Literal(type), marketId, data, at }, { description: when }),
    ),
  ]),
);

export const Heartbeat = named(
  'Heartbeat',
  response({
    type: Type.Literal('heartbeat'),
    at: timeOut('The time of the service.'),
    chainTime: timeOut('The time of the chain, which markets go by.'),
  }),
);

export const FeedEvent = named('FeedEvent', {
  description: 'One event; `type` says which. docs/events.md lists them.',
  oneOf: Object.values(EVENT_SCHEMAS),
});

export const EventStream = Type.Unsafe<string>({
  type: 'string',
  openapi: { description: 'The data of each event.', allOf: [FeedEvent] },
});

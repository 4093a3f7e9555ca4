// The id of a request: in X-Request-Id of its response, and in its lines of the log.
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;
/** Makes ids of several processes different, with high probability. */
const prefix = crypto.randomUUID().slice(0, 8);
let count = 0;

export function newRequestId(): string {
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}

/** The client's own, so that it can follow a request through all its systems, if it is sane. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const own = headers[REQUEST_ID];
  return typeof own === 'string' && SANE.test(own) ? own : newRequestId();
}

import { expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';

function collect(): { lines: Record<string, unknown>[]; log: ReturnType<typeof createLog> } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return { lines, log: createLog('info', (text) => text, { write }) };
}

test('an error is logged with its message, stack and causes', () => {
  const { lines, log } = collect();
  const deep = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const many = new AggregateError([deep, new RangeError('second')], 'both failed');
  log.warn({ error: new Error('the chain is down', { cause: many }), marketId: 'm' }, 'retried');
  expect(lines[0]).toMatchObject({
    msg: 'retried',
    marketId: 'm',
    error: {
      type: 'Error',
      message: 'the chain is down',
      stack: expect.stringContaining('log.test.ts'),
      cause: {
        type: 'AggregateError',
        errors: [
          { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
          { type: 'RangeError', message: 'second' },
        ],
      },
    },
  });
});

test('other fields of an error, which hold values of rows, are left out', () => {
  const { lines, log } = collect();
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'hash=abc' });
  log.error({ error }, 'not stored');
  expect(lines[0]).toMatchObject({ error: { message: 'duplicate key', code: '23505' } });
  expect(JSON.stringify(lines)).not.toContain('abc');
});

test('what is thrown and is no error is logged as it is, and a circle ends', () => {
  const { lines, log } = collect();
  log.warn({ error: 'just text' }, 'odd');
  const circle = new Error('circle');
  circle.cause = circle;
  log.warn({ error: circle }, 'odd');
  expect(lines.map(({ error }) => error)).toMatchObject(['just text', { message: 'circle' }]);
});

test('credentials are left out, wherever the headers are', () => {
  const { lines, log } = collect();
  const headers = { authorization: 'Bearer abc', 'x-api-key': 'abc', 'x-signature': 'abc' };
  log.info(headers, 'request');
  log.info({ headers }, 'request');
  log.info({ request: { headers } }, 'request');
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain('abc');
});

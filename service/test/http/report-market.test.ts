import { expect, test } from 'vitest';
import { TestLog } from '../support/test-log.ts';
import { useServers } from './support/servers.ts';

const servers = useServers();

const MESSAGE = 'A visitor reported a market';
const reportsIn = ({ lines }: TestLog) => lines.filter(({ message }) => message === MESSAGE);

test('a report is one line of the log, and cannot forge another', async () => {
  const log = new TestLog();
  const { request } = await servers.start({ log });
  const { marketId } = servers;
  const path = `/v1/markets/${marketId}/reports`;
  const reason = 'Spam, "quoted" {"level":"error"}';
  const answer = await request('POST', path, { body: { reason }, as: null });
  expect(answer.json).toEqual({ reported: true });
  const fields = { marketId, requestId: expect.any(String), reason };
  expect(reportsIn(log)).toEqual([{ level: 'warn', message: MESSAGE, fields }]);
  for (const wrong of [
    'a\nforged line',
    'a\rb',
    '\u001b[31mred',
    'a\u202eb',
    'no',
    'x'.repeat(501),
  ]) {
    const refused = await request('POST', path, { body: { reason: wrong }, as: null });
    expect(refused.status, wrong).toBe(400);
  }
  const unknown = path.replace(/market_\w+/, `market_${'1'.repeat(32)}`);
  expect((await request('POST', unknown, { body: { reason: 'spam' } })).status).toBe(404);
  expect(reportsIn(log)).toHaveLength(1);
});

test('an address reports five times a minute', async () => {
  const log = new TestLog();
  const { request } = await servers.start({ log, isLoopbackLimited: true, trustProxy: 1 });
  const report = async (from: string) => {
    const headers = { 'x-forwarded-for': from };
    const options = { body: { reason: 'spam' }, as: null, headers };
    return (await request('POST', `/v1/markets/${servers.marketId}/reports`, options)).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await report('203.0.113.5'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await report('203.0.113.6')).toBe(200);
  expect(reportsIn(log)).toHaveLength(6);
});

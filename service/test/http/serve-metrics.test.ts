import { afterEach, expect, test } from 'vitest';
import { startMetricsServer } from '../../src/http/metrics.ts';
import { gauge, Metrics } from '../../src/telemetry/metrics.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import { TestLog } from '../support/test-log.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test('on a port of their own there are the metrics and nothing else', async () => {
  const metrics = new Metrics();
  metrics.add(gauge('test_gauge', 'A value', () => 1));
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, log: SILENT_LOG });
  closers.push(() => server.close());
  const call = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  const page = await call('/metrics?name=x');
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(await page.text()).toContain('test_gauge 1\n');
  expect((await call('/metrics', 'HEAD')).status).toBe(200);
  for (const path of ['/', '/metrics/', '/v1/markets', '/healthz']) {
    expect([path, (await call(path)).status]).toEqual([path, 404]);
  }
  expect((await call('/metrics', 'POST')).status).toBe(404);
});

test('a page that cannot be made is an error, and the port stays open', async () => {
  const metrics = new Metrics();
  const same = gauge('test_gauge', 'A value', () => 1);
  metrics.add(same, { ...same });
  const log = new TestLog();
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, log });
  closers.push(() => server.close());
  const url = `http://127.0.0.1:${server.port}/metrics`;
  expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([500, 500]);
  expect(log.lines.map(({ message }) => message)).toContain('the metrics could not be read');
});

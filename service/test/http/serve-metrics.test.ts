import { afterEach, expect, test } from 'vitest';
import { startMetricsServer } from '../../src/http/serve-metrics.ts';
import { gauge, Metrics } from '../../src/telemetry/metrics.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import { TestLog } from '../support/test-log.ts';
import { startServer } from './support/start-server.ts';

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

test('the API serves them unless they are served apart', async () => {
  const [metrics, others] = [new Metrics(), new Metrics()];
  const both = await startServer({ metrics });
  const apart = await startServer({ metrics: others, servesMetrics: false });
  closers.push(both.close, apart.close);
  expect((await both.request('GET', '/metrics')).status).toBe(200);
  const refused = await apart.request('GET', '/metrics');
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([404, 'route_not_found']);
  // It still counts its requests there.
  const { text } = await others.render();
  expect(text).toContain('tote_refusals_total{code="route_not_found"} 1\n');
  expect(text).toContain('tote_refusals_total{code="internal_error"} 0\n');
});

test('no other spelling reaches them, and nothing that a proxy forwards', async () => {
  const server = await startServer({ metrics: new Metrics() });
  closers.push(server.close);
  const missing = [404, 'route_not_found'];
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: given } = await server.request('GET', path, { headers });
    return [status, given.get('x-error-code')];
  };
  expect(await ask('/metrics?x=1')).toEqual([200, null]);
  for (const path of ['/%6detrics', '/%6Detrics', '/metric%73?x=1', '//metrics', '/metrics/']) {
    expect([path, await ask(path)]).toEqual([path, missing]);
  }
  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) {
    expect(await ask('/metrics', { [header]: '203.0.113.7' })).toEqual(missing);
    expect(await ask('/%6detrics', { [header]: '203.0.113.7' })).toEqual(missing);
  }
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

import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../../tools/test-setup/fake-clock.ts';
import { startMetricsServer } from '../../src/http/metrics.ts';
import type { Log } from '../../src/telemetry/log.ts';
import { counter, Durations, gauge, Metrics, Tally } from '../../src/telemetry/metrics.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import { TestLog } from '../support/test-log.ts';

async function linesOf(metrics: Metrics, prefix: string): Promise<string[]> {
  const { text } = await metrics.render();
  return text.split('\n').filter((line) => line.startsWith(prefix));
}

test('a metric is read when it is asked for, with help, type and labels', async () => {
  const metrics = new Metrics();
  let value = 1;
  metrics.add(
    gauge('test_gauge', 'A value', () => value),
    counter('test_total', 'A count', async () => [{ labels: { of: 'a "b"\\' }, value: 2 }]),
    gauge('test_none', 'Not now', () => undefined),
  );
  value = 7;
  const { text, contentType } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(text).toContain('# HELP test_gauge A value\n# TYPE test_gauge gauge\ntest_gauge 7\n');
  expect(text).toContain('# TYPE test_total counter\ntest_total{of="a \\"b\\"\\\\"} 2\n');
  expect(text).toContain('# HELP test_none Not now\n# TYPE test_none gauge\n');
  expect(text).toContain('\nprocess_resident_memory_bytes ');
  expect(text).toContain('\nnodejs_eventloop_lag_p99_seconds ');
});

test('infinite values and differences have a form of their own', async () => {
  const metrics = new Metrics();
  metrics.add(gauge('test_days', 'Days', () => Infinity));
  metrics.add(gauge('test_difference', 'A difference', () => -3));
  expect(await linesOf(metrics, 'test_')).toEqual(['test_days +Inf', 'test_difference -3']);
});

test('a metric that fails or never answers leaves the others', async () => {
  const metrics = new Metrics();
  metrics.add(
    gauge('test_throws', 'Throws', () => {
      throw new Error('unreachable');
    }),
    gauge('test_rejects', 'Rejects', () => Promise.reject(new Error('unreachable'))),
    gauge('test_hangs', 'Never answers', () => new Promise<number>(() => {})),
    gauge('test_works', 'Works', () => 1),
  );
  expect(await linesOf(metrics, 'test_')).toEqual(['test_works 1']);
});

test('whoever asks often gets the same page, and after a second a new one', async () => {
  fakeClock();
  const metrics = new Metrics();
  let reads = 0;
  metrics.add(
    gauge('test_reads', 'Reads', () => {
      reads += 1;
      return reads;
    }),
  );
  await Promise.all([metrics.render(), metrics.render()]);
  expect(await linesOf(metrics, 'test_')).toEqual(['test_reads 1']);
  await vi.advanceTimersByTimeAsync(999);
  expect(await linesOf(metrics, 'test_')).toEqual(['test_reads 1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await linesOf(metrics, 'test_')).toEqual(['test_reads 2']);
});

test('a count that is known begins at zero', () => {
  const tally = new Tally(['a', 'b']);
  tally.add('b');
  tally.add('c');
  expect(tally.values('key')).toEqual([
    { labels: { key: 'a' }, value: 0 },
    { labels: { key: 'b' }, value: 1 },
    { labels: { key: 'c' }, value: 1 },
  ]);
});

test('a duration is counted in every bucket that it does not exceed', () => {
  const durations = new Durations([10, 100]);
  for (const ms of [10, 10.5, 100, 101]) durations.add(ms);
  expect(durations.values('test', { route: 'x' }).map(({ value }) => value)).toEqual([
    ...[1, 3, 4],
    0.2215,
    4,
  ]);
});

/** On a port of its own; closed when the test is over. */
async function serve(metrics: Metrics, log: Log = SILENT_LOG): Promise<string> {
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, log });
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

test('on a port of their own there are the metrics and nothing else', async () => {
  const metrics = new Metrics();
  metrics.add(gauge('test_gauge', 'A value', () => 1));
  const url = await serve(metrics);
  const call = (path: string, method = 'GET') => fetch(url + path, { method });
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
  const url = `${await serve(metrics, log)}/metrics`;
  expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([500, 500]);
  expect(log.lines.map(({ message }) => message)).toContain('the metrics could not be read');
});

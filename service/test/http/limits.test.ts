import { expect, test, vi } from 'vitest';
import { clientAddressOf } from '../../src/http/client-address.ts';
import { createSharedRateLimiter } from '../../src/http/rate-limiter.ts';

const addressOf = (remoteAddress: string, ip = remoteAddress) =>
  clientAddressOf({
    ip,
    ips: ip === remoteAddress ? [ip] : [remoteAddress, ip],
    socket: { remoteAddress } as never,
  });

test('a forwarded address may be the same as that of the proxy', () => {
  const address = { ip: '127.0.0.1', ips: ['127.0.0.1', '127.0.0.1'] };
  const socket = { remoteAddress: '127.0.0.1' } as never;
  expect(clientAddressOf({ ...address, socket }).isLocal).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['128.0.0.1', false],
  ['::ffff:203.0.113.5', false],
  ['::2', false],
  ['1::1', false],
])('a connection from %s is of this machine: %s', (remote, isLocal) => {
  expect(addressOf(remote).isLocal).toBe(isLocal);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('forwarded for %s it is not', (forwarded) => {
  expect(addressOf('10.0.0.1', forwarded).isLocal).toBe(false);
  expect(addressOf('127.0.0.2', forwarded).isLocal).toBe(false);
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is limited as %s', (ip, network) => {
  expect(addressOf('10.0.0.1', ip).network).toBe(network);
});

test('text that is no address is not believed', () => {
  for (const text of ['unknown', '', '203.0.113.5:443', "'; drop table", '1.2.3']) {
    expect(addressOf('10.0.0.1', text)).toEqual({ network: '10.0.0.1', isLocal: false });
  }
});

/** A database with one counter for all replicas, without refilling. */
function createLimiter(options: { burst: number; left?: number; nowMs?: () => number }) {
  let left = options.left ?? options.burst;
  const reserve = vi.fn(async ({ requests }: { requests: number }) => {
    if (requests > left) return 2_500;
    left -= requests;
    return null;
  });
  const fallback = { take: vi.fn(() => null) };
  const { burst, nowMs = () => 0 } = options;
  const create = () =>
    createSharedRateLimiter({ requestsPerMinute: 600, burst, nowMs, reserve, fallback });
  return { limiter: create(), other: create(), reserve, fallback };
}

const takeMany = (limiter: ReturnType<typeof createLimiter>['limiter'], requests: number) =>
  Promise.all(Array.from({ length: requests }, () => limiter.take('somebody')));

test('two replicas share one limit', async () => {
  const { limiter, other } = createLimiter({ burst: 10 });
  const answers = (await Promise.all([takeMany(limiter, 10), takeMany(other, 10)])).flat();
  expect(answers.filter((seconds) => seconds === null)).toHaveLength(10);
  expect(answers.filter((seconds) => seconds === 3)).toHaveLength(10);
});

test('reserves several requests at a time, so that most need no query', async () => {
  const { limiter, reserve } = createLimiter({ burst: 200 });
  const answers = await takeMany(limiter, 200);
  expect(answers.every((seconds) => seconds === null)).toBe(true);
  expect(reserve).toHaveBeenCalledTimes(20);
  expect(await limiter.take('somebody')).toBe(3);
});

test('reserves one request when a whole batch is not available', async () => {
  const { limiter } = createLimiter({ burst: 200, left: 3 });
  const answers = await takeMany(limiter, 5);
  expect(answers.filter((seconds) => seconds === null)).toHaveLength(3);
});

test('remembers a refusal until it ends', async () => {
  let now = 0;
  const { limiter, reserve } = createLimiter({ burst: 1, nowMs: () => now });
  expect(await limiter.take('somebody')).toBeNull();
  expect(await limiter.take('somebody')).toBe(3);
  const asked = reserve.mock.calls.length;
  now = 1_600;
  expect(limiter.take('somebody')).toBe(1);
  expect(reserve).toHaveBeenCalledTimes(asked);
  now = 2_500;
  await limiter.take('somebody');
  expect(reserve).toHaveBeenCalledTimes(asked + 1);
});

test('reserved requests expire', async () => {
  let now = 0;
  const { limiter, reserve } = createLimiter({ burst: 200, nowMs: () => now });
  await limiter.take('somebody');
  now = 1_000;
  await limiter.take('somebody');
  expect(reserve).toHaveBeenCalledTimes(2);
});

test('uses the fallback while the database is unavailable', async () => {
  const { limiter, reserve, fallback } = createLimiter({ burst: 10 });
  reserve.mockRejectedValueOnce(new Error('away'));
  expect(await limiter.take('somebody')).toBeNull();
  expect(fallback.take).toHaveBeenCalledWith('somebody');
  expect(await limiter.take('somebody')).toBeNull();
  expect(fallback.take).toHaveBeenCalledTimes(1);
});

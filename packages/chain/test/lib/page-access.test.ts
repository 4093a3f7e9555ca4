import { describe, expect, test } from 'vitest';
import { PageAccess, readOrigin } from '../../src/lib/page-access.ts';

const onLoopback = new PageAccess({ host: '127.0.0.1', origins: [] });
const host = '127.0.0.1:8899';

describe('a page', () => {
  test.each([
    undefined,
    'http://localhost',
    'http://localhost:5173',
    'https://LOCALHOST:5173',
    'http://app.localhost',
    'http://127.0.0.1:3000',
    'http://127.8.8.8',
    'http://[::1]:3000',
  ])('of %s is allowed', (origin) => {
    expect(onLoopback.findRefusal({ host, origin })).toBeUndefined();
  });

  test.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evillocalhost',
    'http://evil.example#http://localhost',
    'http://localhost@evil.example',
    'http://localhost, http://evil.example',
    'http://126.0.0.1',
    'http://[::2]',
    'file://localhost',
    'chrome-extension://abc',
  ])('of %j is refused', (origin) => {
    const value = origin;
    expect(onLoopback.findRefusal({ host, origin })).toEqual({ header: 'Origin', value });
  });

  test('of an allowed origin is allowed, and one of its neighbours is not', () => {
    const origins = ['https://app.example', 'chrome-extension://abc'].map(readOrigin);
    const access = new PageAccess({ host: '127.0.0.1', origins });
    for (const origin of origins) expect(access.findRefusal({ host, origin })).toBeUndefined();
    for (const origin of [
      'http://app.example',
      'https://app.example:444',
      'https://evil.app.example',
      'chrome-extension://abd',
    ]) {
      expect(access.findRefusal({ host, origin })).toMatchObject({ header: 'Origin' });
    }
  });

  test('of the service itself is allowed, by its port too', () => {
    const access = new PageAccess({ host: '0.0.0.0', origins: [] });
    const at = '192.0.2.7:3000';
    expect(access.findRefusal({ host: at, origin: `http://${at}` })).toBeUndefined();
    const origin = 'http://192.0.2.7:3001';
    expect(access.findRefusal({ host: at, origin })).toMatchObject({ header: 'Origin' });
  });
});

describe('the name in Host', () => {
  test.each([undefined, 'localhost', 'localhost:8899', '127.0.0.1', '[::1]:1', 'localhost.:80'])(
    '%s is ours',
    (name) => {
      expect(onLoopback.findRefusal({ host: name })).toBeUndefined();
    },
  );

  test.each(['evil.example:8899', '192.0.2.7:8899', 'localhost@evil.example', 'a b', ''])(
    '%j is refused, with or without a page',
    (name) => {
      const refused = { header: 'Host', value: name };
      expect(onLoopback.findRefusal({ host: name })).toEqual(refused);
      const origin = `http://${name}`;
      expect(onLoopback.findRefusal({ host: name, origin })).toEqual(refused);
      expect(onLoopback.findRefusal({ host: name, origin: 'http://localhost' })).toEqual(refused);
    },
  );

  test('may be the configured one, that of an allowed origin, or any address of this machine', () => {
    const named = new PageAccess({ host: 'Tote.lan', origins: ['https://tote.example'] });
    expect(named.findRefusal({ host: 'tote.lan:8899' })).toBeUndefined();
    expect(named.findRefusal({ host: 'tote.example' })).toBeUndefined();
    expect(named.findRefusal({ host: '192.0.2.7' })).toMatchObject({ header: 'Host' });
    for (const any of ['0.0.0.0', '::']) {
      const open = new PageAccess({ host: any, origins: [] });
      expect(open.findRefusal({ host: '192.0.2.7:8899' })).toBeUndefined();
      expect(open.findRefusal({ host: '[2001:db8::1]:8899' })).toBeUndefined();
      expect(open.findRefusal({ host: 'evil.example' })).toMatchObject({ header: 'Host' });
    }
  });

  test('is shown shortened', () => {
    const { value = '' } = onLoopback.findRefusal({ host: 'x'.repeat(9_000) }) ?? {};
    expect(value).toHaveLength(255);
  });
});

test.each([
  ['https://App.example', 'https://app.example'],
  ['https://app.example:443', 'https://app.example'],
  ['http://app.example:8080', 'http://app.example:8080'],
  ['chrome-extension://abc', 'chrome-extension://abc'],
])('the origin %s is read as %s', (text, origin) => {
  expect(readOrigin(text)).toBe(origin);
});

test.each([
  '',
  'null',
  '*',
  'app.example',
  'https://app.example/',
  'https://a,https://b',
  'https://',
])('%j is no origin', (text) => {
  expect(() => readOrigin(text)).toThrow('is no origin such as');
});

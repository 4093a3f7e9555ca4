import { expect, test } from 'vitest';
import { isListed } from '../../../../src/keeper/observe/web/web-reader.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';

const read = (text: string) => readSettings({ TOTE_WEB_SOURCES: text }, '/').webSources;

const LISTED = read(
  'https://api.example.com/v1, https://data.example.org/public/,https://odd.example.net:8443',
);

test.each([
  'https://api.example.com/v1',
  'https://api.example.com/v1/price?of=rain',
  'https://api.example.com/v1?of=rain',
  'https://api.example.com:443/v1/',
  'https://data.example.org/public/a/b',
  'https://odd.example.net:8443/anything',
])('%s is listed', (url) => {
  expect(isListed(url, LISTED)).toBe(true);
});

test.each([
  'https://api.example.com/',
  'https://api.example.com/v10',
  'https://api.example.com/v1x/price',
  'https://api.example.com/V1/price',
  'https://api.example.com/v1/../v2',
  'https://api.example.com/v1/%2e%2e/v2',
  'https://api.example.com:8443/v1/price',
  'https://api.example.com.evil.net/v1/price',
  'https://evil.api.example.com/v1/price',
  'https://data.example.org/public',
  'https://data.example.org/private/',
  'https://odd.example.net/anything',
  'http://api.example.com/v1/price',
])('%s is not', (url) => {
  expect(isListed(url, LISTED)).toBe(false);
});

test('nothing is listed by default', () => {
  expect(readSettings({}, '/').webSources).toEqual([]);
  expect(isListed('https://api.example.com/v1', [])).toBe(false);
});

test.each([
  'api.example.com',
  'http://api.example.com/',
  'https://user@api.example.com/',
  'https://api.example.com/?all',
  'https://api.example.com/#all',
  'https://10.0.0.1/',
  'https://0x7f000001/',
  'https://[fd00::1]/',
  'https://intranet/',
])('the setting refuses %s', (text) => {
  expect(() => read(text)).toThrow('TOTE_WEB_SOURCES');
});

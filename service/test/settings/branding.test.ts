import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BOARDS } from '../../src/settings/branding.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { useFolder } from '../support/new-folder.ts';

const dir = useFolder();
const read = (env: Record<string, string>) => readSettings(env, dir).branding;

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
writeFileSync(join(dir, 'a.svg'), '<?xml version="1.0"?><svg xmlns="x"/>');
writeFileSync(join(dir, 'full.png'), Buffer.concat([PNG, Buffer.alloc(65_536 - PNG.length)]));
writeFileSync(join(dir, 'large.png'), Buffer.concat([PNG, Buffer.alloc(65_537 - PNG.length)]));
writeFileSync(join(dir, 'a.txt'), 'svg');

test('the branding is ours by default', () => {
  expect(read({})).toEqual({
    ...{ name: 'Tote', accent: undefined, logo: undefined },
    ...{ termsUrl: undefined, supportUrl: undefined },
  });
});

test('the branding is what the operator chose', () => {
  const env = { TOTE_NAME: ' Café Σ "1" ', TOTE_ACCENT: '#848484', TOTE_LOGO: 'a.svg' };
  expect(read(env)).toMatchObject({ name: 'Café Σ "1"', accent: '#848484' });
  expect(read(env).logo).toMatchObject({ type: 'image/svg+xml' });
  expect(read(env).logo?.path).toMatch(/^logo\.svg\?v=[0-9a-f]{12}$/);
  const { logo } = read({ TOTE_LOGO: join(dir, 'full.png') });
  expect([logo?.type, logo?.bytes.length]).toEqual(['image/png', 65_536]);
  expect(read({ TOTE_NAME: 'x'.repeat(24) }).name).toHaveLength(24);
  expect(read({ TOTE_SUPPORT_URL: 'mailto:a@b.example' }).supportUrl).toBe('mailto:a@b.example');
});

test.each([
  ['TOTE_NAME', ' ', '1 to 24 printable'],
  ['TOTE_NAME', 'x'.repeat(25), '1 to 24 printable'],
  ['TOTE_NAME', 'Tote\nURI: https://evil.example', '1 to 24 printable'],
  ['TOTE_NAME', 'Tote\u202e', '1 to 24 printable'],
  ['TOTE_ACCENT', 'gold', '"gold" is not a colour like #ffb81c'],
  ['TOTE_ACCENT', '#fff', 'not a colour'],
  ['TOTE_ACCENT', '#1d4ed8', '#1d4ed8 has a contrast of 2.51 with #10201a, the board of the l'],
  // One step below #848484, which is accepted.
  ['TOTE_ACCENT', '#838383', '4.45 with #10201a, the board of the light theme; at least 4.5 is'],
  ['TOTE_LOGO', 'none.svg', 'none.svg cannot be read: ENOENT'],
  ['TOTE_LOGO', 'a.txt', 'a.txt is no SVG or PNG'],
  ['TOTE_LOGO', 'large.png', 'large.png has 65537 bytes; at most 65536'],
  ['TOTE_TERMS_URL', 'mailto:a@b.example', 'begins with https: or http:'],
  ['TOTE_SUPPORT_URL', 'javascript:alert(1)', 'begins with https: or mailto:'],
])('%s=%j is refused', (name, value, reason) => {
  expect(() => read({ [name]: value })).toThrow(reason);
  expect(() => read({ [name]: value })).toThrow(name);
});

test('an accent is checked against the colours that the page has', () => {
  const file = new URL('../../../web/src/styles/tokens.css', import.meta.url);
  const tokens = readFileSync(file, 'utf8');
  expect(tokens).toContain(`--board: light-dark(${BOARDS.light}, ${BOARDS.dark});`);
});

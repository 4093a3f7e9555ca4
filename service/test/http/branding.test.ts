// The operator's name and look, wherever the service shows itself.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../support/new-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { makePageDir } from './support/page-dir.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const NAME = `Oak & "Bets"`;

const pageDir = makePageDir();
const dir = useFolder();
writeFileSync(join(dir, 'logo.svg'), LOGO);
const ENV = {
  ...{ TOTE_NAME: NAME, TOTE_ACCENT: '#7FDBCA', TOTE_LOGO: join(dir, 'logo.svg') },
  ...{ TOTE_TERMS_URL: 'https://oak.example/terms', TOTE_SUPPORT_URL: 'mailto:a@oak.example' },
};
describe('the branding', () => {
  const world = useWorld(ENV, undefined, { pageDir });
  const page = async (path: string) => (await fetch(world.origin + path)).text();

  test('is in the head of every page, escaped', async () => {
    const escaped = 'Oak &amp; &quot;Bets&quot;';
    for (const path of ['/', '/exit', `/embed/m/${await world.createMarket()}`]) {
      const html = await page(path);
      expect(html).toMatch(new RegExp(`<title>[^<]*${escaped}[^<]*</title>`));
      const metas = [...html.matchAll(/<meta name="tote-(\w+)" content="([^"]*)" \/>/g)];
      expect(Object.fromEntries(metas.map(([, name, content]) => [name, content]))).toEqual({
        ...{ root: expect.anything(), name: escaped, accent: '#7fdbca' },
        logo: expect.stringMatching(/^logo\.svg\?v=/),
        ...{ terms: 'https://oak.example/terms', support: 'mailto:a@oak.example' },
      });
      expect(html).toContain('type="image/svg+xml"');
      expect(html).not.toContain('icon.svg');
    }
    expect(await page('/exit')).toContain(`<title>Withdraw without ${escaped} · ${escaped}<`);
  });

  test('is in the config, with a logo that runs no script', async () => {
    const { branding } = (await world.get('/config')).body;
    expect(branding).toMatchObject({ name: NAME, accent: '#7fdbca' });
    const logo = await fetch(branding.logoUrl);
    expect(await logo.text()).toBe(LOGO);
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('is in the message that wallets sign, and in what other pages embed', async () => {
    const { body } = await world.get('/sign-in');
    expect(body.statement).toMatch(/^Sign in to Oak & "Bets"\. /);
    const url = encodeURIComponent(`${world.origin}/m/${await world.createMarket()}`);
    const oembed = await page(`/oembed?url=${url}`);
    expect(JSON.parse(oembed).provider_name).toBe(NAME);
  });
});

// The operator's name, colour, logo and links, in a browser.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, expectAccessible, expectFits } from './support/open-page.ts';

const LOGO = join(mkdtempSync(join(tmpdir(), 'tote-logo-')), 'logo.svg');
writeFileSync(
  LOGO,
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4" fill="red"/></svg>',
);
/** As long as a name may be, in the accent that is the darkest allowed. */
const NAME = 'Oak Prediction Exchanges';
const ACCENT = 'rgb(132, 132, 132)';

async function expectBrand(page: Page): Promise<void> {
  const brand = page.locator('.brand');
  expect(await brand.textContent()).toBe(NAME);
  const shown = await brand.evaluate((element) => getComputedStyle(element).color);
  expect(shown).toBe(ACCENT);
  const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => brand.locator('img').evaluate(isLoaded)).toBe(true);
  await expectAccessible(page);
  await expectFits(page);
}

describePage(
  'the branding',
  (site) => {
    test('is on every page, with links to terms and support', async () => {
      const { page } = await site().visit('exit', { bypassCSP: true });
      await page.getByRole('heading', { name: `Withdraw without ${NAME}` }).waitFor();
      expect(await page.title()).toBe(`Withdraw without ${NAME} · ${NAME}`);
      await expectBrand(page);
      const terms = page.getByRole('link', { name: 'Terms' });
      expect(await terms.getAttribute('href')).toBe('https://oak.example/terms');
      const support = page.getByRole('link', { name: 'Support' });
      expect(await support.getAttribute('href')).toBe('mailto:help@oak.example');
    });

    test('is in the widget, with the policy of the page in force', async () => {
      const id = await site().world.createMarket({ question: 'Will the oak grow?' });
      const { page } = await site().visit(`embed/m/${id}`);
      await page.getByRole('link', { name: `Bet on ${NAME}` }).waitFor();
      await page.getByText('Live').waitFor();
      await expectBrand(page);
    });
  },
  {
    ...{ TOTE_NAME: NAME, TOTE_ACCENT: '#848484', TOTE_LOGO: LOGO },
    TOTE_TERMS_URL: 'https://oak.example/terms',
    TOTE_SUPPORT_URL: 'mailto:help@oak.example',
  },
);

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { hasChromium, openChromium } from '../../../service/test/support/chromium.ts';
import { World } from '../../../service/test/support/world.ts';
import { ensurePage } from '../../../tools/build/ensure-compiled.mjs';
import { WAIT_MS } from '../../../tools/test-setup/limits.ts';

export interface Site {
  readonly world: World;
  readonly browser: Browser;
  readonly url: string;
  /** A new visitor until the end of the test, which fails if the page could not do something. */
  visit(path?: string, options?: VisitOptions): Promise<Visitor>;
}

interface VisitOptions extends BrowserContextOptions {
  /** Left out: the page must have no problems. */
  readonly mayFail?: boolean;
}

export interface Visitor {
  readonly page: Page;
  readonly problems: string[];
}

export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const browser = await openChromium();
  const world = await World.start(env, undefined, { pageDir: ensurePage() });
  const url = world.service.baseUrl.replace(/v1$/, '');
  return {
    ...{ world, browser, url },
    async visit(path = '', { mayFail = false, ...options } = {}) {
      const page = await openTab(browser, options);
      const problems = noteProblems(page);
      onTestFinished(async () => {
        await page.context().close();
        if (!mayFail) expect(problems).toEqual([]);
      });
      await page.goto(url + path);
      return { page, problems };
    },
  };
}

/** In a browser profile of its own. */
export async function openTab(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(WAIT_MS);
  return context.newPage();
}

/** Errors of scripts and what the policy refused, from now on. */
export function noteProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    problems.push(`${message.text()} ${message.location().url}`.trim());
  });
  return problems;
}

/** Tests in a browser. Without one they are skipped, loudly. */
export function describePage(
  name: string,
  define: (site: () => Site) => void,
  env?: Record<string, string>,
): void {
  describe.skipIf(!hasChromium())(name, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(env);
    });
    afterAll(async () => {
      await site?.browser.close();
      await site?.world.close();
    });
    define(() => site);
  });
}

/** Clicks what a newcomer clicks: afterwards there is a wallet with money that may be bet. */
export async function openPlayWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get a play wallet' }).click();
  await page.getByRole('button', { name: 'more SOL' }).and(page.locator(':enabled')).waitFor();
}

/** The wallet of the page and the key of its session. */
export async function readSession(page: Page) {
  return page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.startsWith('tote-key ')) ?? '';
    const kept = new URLSearchParams(localStorage.getItem(name) ?? '');
    const [key, keyId] = [kept.get('key') ?? '', kept.get('id') ?? ''];
    return { wallet: name.split(' ').at(-1) ?? '', key, keyId };
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that the page breaks, each with its elements. */
async function listViolations(page: Page): Promise<string[][]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Lighthouse checks it by default, axe does not.
    const rules = { 'target-size': { enabled: true } };
    const { violations, passes } = await axe.run(document, { rules });
    if (passes.length < 10) throw new Error('axe has looked at nothing');
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))]);
  });
}

/** In the theme that the page has, or in both. Visit it with `bypassCSP`. */
export async function expectAccessible(
  page: Page,
  themes: readonly ('light' | 'dark' | null)[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await listViolations(page), `${colorScheme}`).toEqual([]);
  }
}

export async function expectFits(
  page: Page,
  widths: readonly number[] = [1280, 768, 390, 320],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const isWide = () => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(isWide), `${width}`).toBe(false);
  }
}

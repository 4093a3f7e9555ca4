import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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

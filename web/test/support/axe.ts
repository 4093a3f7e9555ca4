import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that the page breaks, each with its elements. Visit it with `bypassCSP`. */
export async function listViolations(page: Page): Promise<string[][]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations, passes } = await axe.run(document);
    if (passes.length < 10) throw new Error('axe has looked at nothing');
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))]);
  });
}

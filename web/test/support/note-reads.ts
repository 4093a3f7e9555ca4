import type { Page } from 'playwright-core';

/**
 * The reads of the API by the page that is opened next; the configuration is asked for at
 * intervals. However slow the machine is, a screen waits for its feed.
 */
export async function noteReads(page: Page): Promise<string[]> {
  const reads: string[] = [];
  page.on('request', (request) => {
    const [, path = ''] = /\/v1(\/.*)$/.exec(request.url()) ?? [];
    if (request.method() === 'GET' && path && !/^\/(config|events)/.test(path)) reads.push(path);
  });
  // Those of the previous page do not count.
  page.on('framenavigated', () => reads.splice(0));
  await page.addInitScript(() => {
    const HOLD_MS = 1_000;
    const start = setTimeout;
    const patient = (run: TimerHandler, ms?: number) => (ms === HOLD_MS ? 0 : start(run, ms));
    Object.assign(window, { setTimeout: patient });
  });
  return reads;
}

import type { Config } from '@tote/program-client';
import { expect, test } from 'vitest';
import { LiveConfig } from '../src/live-config.ts';

const configOf = (burnBps: number) => ({ burnBps }) as Config;

/** Answers when it is told to. */
function createAccounts() {
  const asked: { resolve(config: Config): void; reject(error: Error): void }[] = [];
  const getConfig = () => new Promise<Config>((resolve, reject) => asked.push({ resolve, reject }));
  return { asked, getConfig };
}

test('who asks while it is being read gets what is read afterwards', async () => {
  const accounts = createAccounts();
  const seen: number[][] = [];
  const live = new LiveConfig({
    accounts,
    first: configOf(1),
    onChange: (before, now) => seen.push([before.burnBps, now.burnBps]),
  });
  const first = live.refresh();
  const [second, third] = [live.refresh(), live.refresh()];
  expect(accounts.asked).toHaveLength(1);
  accounts.asked[0]?.resolve(configOf(2));
  expect((await first).burnBps).toBe(2);
  await expect.poll(() => accounts.asked.length).toBe(2);
  accounts.asked[1]?.resolve(configOf(3));
  expect([(await second).burnBps, (await third).burnBps]).toEqual([3, 3]);
  expect(live.current.burnBps).toBe(3);
  const last = live.refresh();
  accounts.asked[2]?.resolve(configOf(3));
  await last;
  // What is the same is no change.
  expect(seen).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

test('while it cannot be read the last one stands, and that is told once', async () => {
  const accounts = createAccounts();
  const failures: unknown[] = [];
  const live = new LiveConfig({
    accounts,
    first: configOf(1),
    onFailure: (error) => failures.push(error),
  });
  for (const index of [0, 1]) {
    const reading = live.refresh();
    accounts.asked[index]?.reject(new Error('away'));
    await expect(reading).rejects.toThrow('away');
  }
  live.refreshSoon();
  accounts.asked[2]?.reject(new Error('away'));
  await live.close();
  expect([failures.length, live.current.burnBps]).toEqual([1, 1]);
});

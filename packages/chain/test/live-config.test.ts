import type { Config } from '@tote/program-client';
import { expect, test } from 'vitest';
import { LiveConfig } from '../src/live-config.ts';

const configOf = (burnBps: number) => ({ burnBps }) as Config;

/** Reads that the test resolves. */
function createAccounts() {
  const reads: { resolve(config: Config): void; reject(error: Error): void }[] = [];
  const getConfig = () => new Promise<Config>((resolve, reject) => reads.push({ resolve, reject }));
  return { reads, getConfig };
}

test('a refresh during a read gets the result of the next read', async () => {
  const accounts = createAccounts();
  const seen: number[][] = [];
  const live = new LiveConfig({
    accounts,
    first: configOf(1),
    onChange: (before, now) => seen.push([before.burnBps, now.burnBps]),
  });
  const first = live.refresh();
  const [second, third] = [live.refresh(), live.refresh()];
  expect(accounts.reads).toHaveLength(1);
  accounts.reads[0]?.resolve(configOf(2));
  expect((await first).burnBps).toBe(2);
  await expect.poll(() => accounts.reads.length).toBe(2);
  accounts.reads[1]?.resolve(configOf(3));
  expect([(await second).burnBps, (await third).burnBps]).toEqual([3, 3]);
  expect(live.current.burnBps).toBe(3);
  const last = live.refresh();
  accounts.reads[2]?.resolve(configOf(3));
  await last;
  // An equal Config is not a change.
  expect(seen).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

test('while it cannot be read the last one is kept, and the failure is reported once', async () => {
  const accounts = createAccounts();
  const failures: unknown[] = [];
  const live = new LiveConfig({
    accounts,
    first: configOf(1),
    onFailure: (error) => failures.push(error),
  });
  for (const index of [0, 1]) {
    const reading = live.refresh();
    accounts.reads[index]?.reject(new Error('away'));
    await expect(reading).rejects.toThrow('away');
  }
  live.refreshInBackground();
  accounts.reads[2]?.reject(new Error('away'));
  await live.close();
  expect([failures.length, live.current.burnBps]).toEqual([1, 1]);
});

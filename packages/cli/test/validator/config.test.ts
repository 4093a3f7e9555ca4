import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { type Deployed, deployIn, INIT } from './support/deployed.ts';

let cluster: Cluster;
let folder: Deployed;
beforeAll(async () => {
  cluster = await startCluster();
  folder = await deployIn(cluster);
  const delay = ['--change-delay', '6s', '--yes', '--json'];
  const done = await folder.tote([...INIT, '--program', folder.program, ...delay]);
  expect(done.code, done.out + done.err).toBeLessThanOrEqual(1);
});
afterAll(() => cluster.close());

const config = (name: string, ...more: string[]) =>
  folder.tote(['config', name, '--program', folder.program, '--json', ...more]);
const show = async () => (await config('show')).json;
const AS_ADMIN = ['--admin', 'admin.json', '--payer', 'payer.json', '--yes'];
const settingOf = (settings: readonly { name: string; value: string }[], name: string) =>
  settings.find((each) => each.name === name)?.value;

test('a change is shown, announced, refused too early, and applied', async () => {
  const before = await show();
  expect(before.pending).toBe(null);
  const change = ['--burn-bps', '300', '--minimum-stake-sol', '0.02'];
  const dry = await config('announce', ...AS_ADMIN, ...change, '--dry-run');
  expect(dry).toMatchObject({ code: 0, json: { signature: null } });
  expect(dry.json.changes).toHaveLength(2);
  expect(await show()).toEqual(before);

  const announced = await config('announce', ...AS_ADMIN, ...change);
  expect(announced.code, announced.out).toBe(0);
  expect(announced.err).toContain('- 5 % of the losing pool (500 basis points)');
  expect(announced.err).toContain('+ 3 % of the losing pool (300 basis points)');
  const pending = await show();
  expect(pending.pending.changes).toEqual(announced.json.changes);
  expect(settingOf(pending.settings, 'burn share')).toContain('500');

  const early = await config('apply', '--payer', 'payer.json', '--yes');
  expect([early.code, early.json.error]).toEqual([1, expect.stringContaining('can be applied')]);
  await expect
    .poll(async () => (await config('apply', '--payer', 'payer.json', '--yes')).code, {
      timeout: 60_000,
      interval: 1_000,
    })
    .toBe(0);
  const after = await show();
  expect(settingOf(after.settings, 'burn share')).toContain('300');
  expect(settingOf(after.settings, 'minimum stake')).toBe('0.02 SOL');
  expect(after.pending).toBe(null);
});

test('what is announced is replaced and taken back', async () => {
  await config('announce', ...AS_ADMIN, '--veto', '2h');
  const { err } = await config('announce', ...AS_ADMIN, '--developer-bps', '100');
  expect(err).toContain('This replaces the pending change');
  const { pending } = await show();
  expect(pending.changes.map(({ name }: { name: string }) => name)).toEqual(['developer share']);
  const cancelled = await config('cancel', ...AS_ADMIN);
  expect(cancelled.code, cancelled.out).toBe(0);
  expect((await show()).pending).toBe(null);
  const again = await config('cancel', ...AS_ADMIN);
  expect([again.code, again.json.error]).toEqual([1, 'There is no pending change.']);
});

test('a new admin signs, and then is the only one', async () => {
  const next = await folder.makeKey('next-admin.json');
  const announced = await config('announce', ...AS_ADMIN, '--new-admin', 'next-admin.json');
  expect(announced.code, announced.out).toBe(0);
  await expect
    .poll(async () => (await config('apply', '--payer', 'payer.json', '--yes')).code, {
      timeout: 60_000,
      interval: 1_000,
    })
    .toBe(0);
  expect(settingOf((await show()).settings, 'admin')).toBe(next.address);
  const old = await config('announce', ...AS_ADMIN, '--burn-bps', '1');
  expect([old.code, old.json.error]).toEqual([1, expect.stringContaining('The admin is')]);
});

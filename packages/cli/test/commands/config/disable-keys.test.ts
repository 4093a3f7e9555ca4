import { beforeAll, expect, test } from 'vitest';
import { useHome } from '../../support/home.ts';
import { makeProgram, type OwnProgram } from '../../support/own-program.ts';

const home = useHome();
let own: OwnProgram;
beforeAll(async () => {
  own = await makeProgram(home, '0');
});

const settingOf = async (name: string) => {
  const { json } = await own.config('show');
  return json.settings.find((each: { name: string }) => each.name === name).value;
};

test('the guardian takes the power from the oracle at once; the admin gives it to another', async () => {
  const by = ['--by', own.key('guardian'), '--payer', own.key('payer')];
  const oracle = await settingOf('oracle');
  expect((await own.config('disable-keys', ...by, '--oracle')).code).toBe(2);
  expect((await own.config('disable-keys', ...by, '--yes')).code).toBe(2);
  const dry = await own.config('disable-keys', ...by, '--oracle', '--dry-run');
  expect([dry.code, await settingOf('oracle')]).toEqual([0, oracle]);
  const done = await own.config('disable-keys', ...by, '--oracle', '--yes');
  expect(done.code, done.out).toBe(0);
  expect(await settingOf('oracle')).toBe('nobody (disabled)');
  expect(await settingOf('operator')).not.toBe('nobody (disabled)');
  // There is no delay.
  const again = ['--admin', own.key('admin'), '--payer', own.key('payer'), '--oracle', oracle];
  expect((await own.config('announce', ...again, '--yes')).code).toBe(0);
  expect(await settingOf('oracle')).toBe(oracle);
});

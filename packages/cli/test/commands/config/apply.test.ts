// announce.test.ts has the cases in which it is too early.
import { writeNewKeyFile } from '@tote/chain/key';
import { expect, test } from 'vitest';
import { refused, useHome } from '../../support/home.ts';
import { makeProgram } from '../../support/own-program.ts';

const home = useHome();

test('applies what was announced last; a new admin is the only one then', async () => {
  const own = await makeProgram(home, '1s');
  const pays = ['--payer', own.key('payer'), '--yes'];
  const announce = (...change: string[]) =>
    own.config('announce', '--admin', own.key('admin'), ...pays, ...change);
  const { address } = await writeNewKeyFile(own.key('next'));
  expect((await announce('--veto', '2h')).code).toBe(0);
  const last = await announce('--new-admin', own.key('next'), '--burn-bps', '300');
  expect([last.code, last.err]).toEqual([0, expect.stringContaining('replaces the pending')]);
  await expect.poll(async () => (await own.config('apply', ...pays)).code).toBe(0);
  const { settings, pending } = (await own.config('show')).json;
  const settingOf = (name: string) =>
    settings.find((each: { name: string }) => each.name === name).value;
  expect([settingOf('admin'), settingOf('veto time'), pending]).toEqual([
    address,
    '3600 s (1 h)',
    null,
  ]);
  expect(settingOf('burn share')).toContain('300');
  await refused(announce('--burn-bps', '1'), 1, 'The admin is');
});

import { writeNewKeyFile } from '@tote/chain/key';
import { expect, test } from 'vitest';
import { refused, useHome } from '../../support/home.ts';
import { makeProgram } from '../../support/own-program.ts';

const home = useHome();

test('the guardian takes a change back, unless it would only replace the guardian', async () => {
  const own = await makeProgram(home, '1h');
  const pays = ['--payer', own.key('payer'), '--yes'];
  const announce = (...change: string[]) =>
    own.config('announce', '--admin', own.key('admin'), ...pays, ...change);
  const cancel = (name: string) => own.config('cancel', '--by', own.key(name), ...pays);
  const isPending = async () => (await own.config('show')).json.pending !== null;
  const other = (await writeNewKeyFile(own.key('other'))).address;

  expect((await announce('--guardian', other, '--burn-bps', '300')).code).toBe(0);
  await refused(cancel('other'), 1, 'neither');
  expect(await isPending()).toBe(true);
  expect((await cancel('guardian')).code).toBe(0);
  expect(await isPending()).toBe(false);

  expect((await announce('--guardian', other)).code).toBe(0);
  await refused(cancel('guardian'), 1, 'only the admin');
  expect(await isPending()).toBe(true);
  expect((await cancel('admin')).code).toBe(0);
  expect(await isPending()).toBe(false);
});

import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { readService, refused, useHome } from '../../support/home.ts';
import { makeProgram } from '../../support/own-program.ts';

const home = useHome();

test('refuses if nothing is announced, and wants a key', async () => {
  const at = ['--rpc', readService().rpcUrl, '--program', TOTE_PROGRAM_ADDRESS, '--yes'];
  const file = join(home.dir, 'key.json');
  await refused(home.here(['config', 'cancel', ...at]), 2, '--by is missing');
  await writeNewKeyFile(file);
  await refused(
    home.here(['config', 'cancel', ...at, '--admin', file]),
    1,
    'There is no pending change.',
  );
});

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

import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { readService, useHome } from '../../support/home.ts';
import { makeProgram } from '../../support/own-program.ts';

const home = useHome();

test('refuses if nothing is announced, and wants a key', async () => {
  const at = ['--rpc', readService().rpcUrl, '--program', TOTE_PROGRAM_ADDRESS, '--yes'];
  const file = join(home.dir, 'key.json');
  const unsigned = await home.here(['config', 'cancel', ...at]);
  expect([unsigned.code, unsigned.err]).toEqual([2, expect.stringContaining('--by is missing')]);
  await writeNewKeyFile(file);
  const { code, err } = await home.here(['config', 'cancel', ...at, '--admin', file]);
  expect([code, err]).toEqual([1, expect.stringContaining('There is no pending change.')]);
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
  const stranger = await cancel('other');
  expect([stranger.code, stranger.json.error]).toEqual([1, expect.stringContaining('neither')]);
  expect(await isPending()).toBe(true);
  expect((await cancel('guardian')).code).toBe(0);
  expect(await isPending()).toBe(false);

  expect((await announce('--guardian', other)).code).toBe(0);
  const kept = await cancel('guardian');
  expect([kept.code, kept.json.error]).toEqual([1, expect.stringContaining('only the admin')]);
  expect(await isPending()).toBe(true);
  expect((await cancel('admin')).code).toBe(0);
  expect(await isPending()).toBe(false);
});

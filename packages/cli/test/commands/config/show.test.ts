import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { readService, refused, useHome } from '../../support/home.ts';

const home = useHome();
const show = (...more: string[]) => home.here(['config', 'show', ...more]);

test('shows terms, keys, and that nothing is announced', async () => {
  const at = ['--url', readService().rpcUrl, '--program', TOTE_PROGRAM_ADDRESS];
  const { code, json } = await show(...at, '--json');
  expect([code, json.pending]).toEqual([0, null]);
  const names = json.settings.map(({ name }: { name: string }) => name);
  for (const name of ['burn share', 'lead', 'horizon', 'admin', 'operator', 'oracle']) {
    expect(names).toContain(name);
  }
  const { out } = await show(...at);
  expect(out).toContain('5 % of the losing pool (500 basis points)');
  expect(out).toContain('There is no pending change.');
});

test('wants the address of a program that has a Config', async () => {
  const at = ['--rpc', readService().rpcUrl];
  await refused(show(...at), 2, '--program');
  await refused(show(...at, '--program', 'nothing'), 2, 'not an address');
  await refused(show(...at, '--program', '11111111111111111111111111111112'), 1, 'tote init first');
});

// announce.test.ts has the case in which something is announced.
import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { readService, useHome } from '../../support/home.ts';

const home = useHome();

test('refuses if nothing is announced, and wants a key', async () => {
  const at = ['--rpc', readService().rpcUrl, '--program', TOTE_PROGRAM_ADDRESS, '--yes'];
  const file = join(home.dir, 'key.json');
  const unsigned = await home.here(['config', 'apply', ...at]);
  expect([unsigned.code, unsigned.err]).toEqual([2, expect.stringContaining('--payer is missing')]);
  await writeNewKeyFile(file);
  const { code, err } = await home.here(['config', 'apply', ...at, '--payer', file]);
  expect([code, err]).toEqual([1, expect.stringContaining('There is no pending change.')]);
});

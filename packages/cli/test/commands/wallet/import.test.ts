import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBase58Exactly } from '@tote/chain/lib/base58';
import { expect, test } from 'vitest';
import { readService, refused, useHome } from '../../support/home.ts';

const home = useHome();
const bob = () =>
  readService().wallets.find(({ name }) => name === 'bob') as {
    readonly address: string;
    readonly secretKey: string;
  };

test('takes key files and base58, and keeps a copy', async () => {
  const bytes = decodeBase58Exactly(bob().secretKey, 64) as Uint8Array;
  for (const [name, text] of [
    ['numbers', JSON.stringify([...bytes])],
    ['base58', `${bob().secretKey}\n`],
  ] as const) {
    const file = join(home.dir, name);
    writeFileSync(file, text);
    const { code, json } = await home.tote(['wallet', 'import', file, name, '--plain', '--json']);
    expect([code, json.address]).toEqual([0, bob().address]);
    const used = await home.here(['positions', '--wallet', name, '--json']);
    expect(used.json).toMatchObject({ wallet: bob().address, open: true });
  }
});

test('refuses what is no key', async () => {
  const bytes = [...(decodeBase58Exactly(bob().secretKey, 64) as Uint8Array)];
  const halves = [...bytes.slice(0, 32), ...bytes.slice(32).reverse()];
  const cases = [JSON.stringify(bytes.slice(1)), JSON.stringify(halves), '{}', '', '[256]'];
  for (const text of cases) {
    const file = join(home.dir, 'wrong');
    writeFileSync(file, text);
    const { code, err } = await home.here(['wallet', 'import', file, 'wrong', '--plain']);
    expect([code, err]).toEqual([2, expect.stringMatching(/not a key|do not match/)]);
  }
  await refused(home.here(['wallet', 'import', '/nowhere', 'wrong', '--plain']), 2, '/nowhere');
  const shown = await home.here(['wallet', 'show', 'wrong']);
  expect(shown.code).toBe(2);
});

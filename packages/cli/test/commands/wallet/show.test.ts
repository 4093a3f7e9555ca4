import { expect, test } from 'vitest';
import { newWallet, refused, useHome } from '../../support/home.ts';

const home = useHome();

test('lists names and addresses, never keys', async () => {
  const none = await home.here(['wallet', 'show']);
  expect([none.code, none.out]).toEqual([0, expect.stringContaining('There are no wallets')]);
  for (const name of ['one', 'two']) await newWallet(home, name);
  const all = await home.tote(['wallet', 'show', '--json']);
  expect(all.json.map(({ name }: { name: string }) => name)).toEqual(['one', 'two']);
  expect(Object.keys(all.json[0])).toEqual(['name', 'address', 'file', 'isEncrypted']);
  const { out } = await home.tote(['wallet', 'show', 'two']);
  expect(out).toContain(all.json[1].address);
  expect(out).not.toContain(all.json[0].address);
  await refused(home.here(['wallet', 'show', 'three']), 2, 'no wallet three');
});

test('with several wallets one has to be named, unless one is called default', async () => {
  await refused(home.here(['positions']), 2, 'choose one with --wallet');
  const { json } = await home.here(['positions', '--json'], { TOTE_WALLET: 'one' });
  const { json: one } = await home.here(['wallet', 'show', 'one', '--json']);
  expect(json.wallet).toBe(one.address);
  const address = await newWallet(home);
  const chosen = await home.here(['positions', '--json']);
  expect(chosen.json.wallet).toBe(address);
});

import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { beforeEach, expect, test } from 'vitest';
import {
  keyFile,
  loadEmbeddedKeys,
  loadKey,
  loadServiceKeys,
  readSecret,
} from '../../src/settings/keys.ts';
import { newFolder } from '../support/new-folder.ts';

let parent: string;
let dir: string;
beforeEach(() => {
  parent = newFolder();
  dir = join(parent, 'keys');
});

test('creates four files that only we can read, and nothing else', async () => {
  const keys = await loadEmbeddedKeys({ dir, mayCreate: true });
  const names = ['admin', 'keeper', 'oracle', 'relayer'];
  expect(readdirSync(dir).sort()).toEqual(names.map((name) => `${name}.json`));
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(dir)) {
    expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  }
  expect(new Set(Object.values(keys).map((key) => key.address)).size).toBe(4);
  // A second start has the same, also where none may be created.
  const { relayer, oracle, keeper } = await loadServiceKeys({ dir, mayCreate: false });
  const again = [relayer, oracle, keeper].map(({ address }) => address);
  expect(again).toEqual([keys.relayer, keys.oracle, keys.keeper].map(({ address }) => address));
});

test('starts that race agree on the keys', async () => {
  const loads = Array.from({ length: 5 }, () => loadKey({ dir, mayCreate: true }, 'admin'));
  const addresses = (await Promise.all(loads)).map((key) => key.address);
  expect(new Set(addresses).size).toBe(1);
  expect(readdirSync(dir)).toEqual(['admin.json']);
});

test('a missing key is not created on a cluster, and the message says which is needed', async () => {
  const named = { relayer: 'operator', oracle: 'oracle' };
  for (const [name, role] of Object.entries(named)) {
    const load = loadKey({ dir, mayCreate: false }, name);
    await expect(load).rejects.toThrow(`The ${name} key is missing: ${join(dir, `${name}.json`)}.`);
    await expect(load).rejects.toThrow(`the Config on chain names as ${role}: tote config show.`);
    await expect(load).rejects.not.toThrow('solana-keygen');
  }
  const make = `Make it: solana-keygen new -o ${join(dir, 'keeper.json')}`;
  await expect(loadKey({ dir, mayCreate: false }, 'keeper')).rejects.toThrow(make);
  await expect(loadServiceKeys({ dir, mayCreate: false })).rejects.toThrow('The relayer key is');
  expect(readdirSync(parent)).toEqual([]);
});

test('no admin key is asked for on a cluster', async () => {
  for (const name of ['relayer', 'oracle', 'keeper']) await loadKey({ dir, mayCreate: true }, name);
  const keys = await loadServiceKeys({ dir, mayCreate: false });
  expect(Object.keys(keys).sort()).toEqual(['keeper', 'oracle', 'relayer']);
});

test('the next key of the relayer is loaded where it is, and never created', async () => {
  const before = await loadServiceKeys({ dir, mayCreate: true });
  expect(before.nextRelayer).toBeUndefined();
  const next = await writeNewKeyFile(join(dir, 'relayer-next.json'));
  for (const mayCreate of [true, false]) {
    const { relayer, nextRelayer } = await loadServiceKeys({ dir, mayCreate });
    expect([relayer.address, nextRelayer?.address]).toEqual([before.relayer.address, next.address]);
  }
  chmodSync(join(dir, 'relayer-next.json'), 0o640);
  await expect(loadServiceKeys({ dir, mayCreate: false })).rejects.toThrow('chmod 600');
});

test('refuses a file that others can read, and one that holds no key', async () => {
  await loadKey({ dir, mayCreate: true }, 'admin');
  chmodSync(keyFile(dir, 'admin'), 0o644);
  await expect(loadKey({ dir, mayCreate: true }, 'admin')).rejects.toThrow('chmod 600');
  writeFileSync(keyFile(dir, 'oracle'), '[1,2,3]', { mode: 0o600 });
  await expect(loadKey({ dir, mayCreate: true }, 'oracle')).rejects.toThrow('64 numbers');
});

test('the secret is the seed and the public key', async () => {
  await loadKey({ dir, mayCreate: true }, 'admin');
  expect(readSecret({ dir, mayCreate: false }, 'admin')).toHaveLength(64);
});

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAIT_MS } from '../../../../../tools/test-setup/limits.ts';
import { refused, useHome } from '../../support/home.ts';
import { BIN } from '../../support/run-bin.ts';

const home = useHome();
const folder = join(home.dir, 'config', 'tote', 'wallets');
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('the key is encrypted, and only the user can read it', async () => {
  await refused(home.tote(['wallet', 'new']), 2, 'TOTE_PASSPHRASE');
  const made = await home.tote(['wallet', 'new', '--json'], { TOTE_PASSPHRASE: 'a b c' });
  expect(made.code).toBe(0);
  const { name, address, file, isEncrypted } = made.json;
  expect([name, file, isEncrypted]).toEqual(['default', join(folder, 'default.json'), true]);
  expect([modeOf(file), modeOf(folder)]).toEqual([0o600, 0o700]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ address });

  // It signs with its passphrase only.
  const account = await home.tote(['positions', '--json'], { TOTE_PASSPHRASE: 'a b c' });
  expect(account.json).toMatchObject({ wallet: address, open: false });
  await refused(home.here(['positions'], { TOTE_PASSPHRASE: 'a b d' }), 1, 'passphrase is wrong');
  await refused(home.here(['positions']), 2, 'set TOTE_PASSPHRASE');
});

test('never replaces a wallet', async () => {
  const file = join(folder, 'default.json');
  const before = readFileSync(file, 'utf8');
  await refused(home.here(['wallet', 'new', '--plain']), 1, 'There is already a wallet default');
  expect(readFileSync(file, 'utf8')).toBe(before);
  await refused(home.here(['wallet', 'new', '../x', '--plain']), 2, 'letters, digits');
});

test('with --plain it is a key file as Solana has them', async () => {
  const { json } = await home.tote(['wallet', 'new', 'plain', '--plain', '--json']);
  const { file, address } = json;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(64);
  const used = await home.here(['positions', '--json'], { TOTE_KEYPAIR: file });
  expect(used.json.wallet).toBe(address);
});

test('a file that others can read is refused, and so is a damaged one', async () => {
  const file = join(folder, 'plain.json');
  chmodSync(file, 0o640);
  const { code, err } = await home.here(['positions', '--wallet', 'plain']);
  expect([code, err]).toEqual([1, expect.stringContaining(`chmod 600 ${file}`)]);
  writeFileSync(join(folder, 'bad.json'), '{"address":"x"}', { mode: 0o600 });
  await refused(home.here(['positions', '--wallet', 'bad']), 1, 'damaged');
});

/** Collects garbage at every field `d` or `x`, which are those of a key as JWK. */
const COLLECTING = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
for (const name of ['d', 'x']) {
  Object.defineProperty(Object.prototype, name, {
    set(value) {
      collect();
      Object.defineProperty(this, name, { value, writable: true, enumerable: true });
    },
  });
}`;

test('does not hang if garbage is collected while the key is made', () => {
  const preload = `data:text/javascript,${encodeURIComponent(COLLECTING)}`;
  const args = ['--import', preload, BIN, 'wallet', 'new', 'collected', '--plain'];
  const options = { env: home.env, timeout: WAIT_MS, killSignal: 'SIGKILL' } as const;
  const { status, signal } = spawnSync(process.execPath, args, options);
  expect([status, signal]).toEqual([0, null]);
});

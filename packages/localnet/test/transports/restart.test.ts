import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAUCET_FILE } from '../../src/faucet.ts';
import { startLocalnet } from '../../src/index.ts';
import { makeDir, startTestnet } from '../support/localnet.ts';

test('faucet, slots and time continue after a restart with the clock set back by a year', async () => {
  const dir = makeDir();
  let nowMs = Date.UTC(2030, 0, 1);
  const options = { dir, slotMs: 20, inThread: false, wallMs: () => nowMs };
  const first = await startLocalnet(options);
  await first.sandbox.advanceClock(1_000);
  const before = { slot: (await first.info()).slot, time: await first.sandbox.advanceClock(0) };
  expect(before.time).toBe(BigInt(Date.UTC(2030, 0, 1) / 1_000 + 1_000));
  await first.close();

  nowMs = Date.UTC(2029, 0, 1);
  const second = await startTestnet(options);
  expect(second.faucetAddress).toBe(first.faucetAddress);
  expect((await second.info()).slot).toBeGreaterThan(before.slot);
  expect(await second.sandbox.advanceClock(0)).toBe(before.time);
  // Once the wall clock has caught up it is used again, with the offset of the sandbox.
  nowMs = Date.UTC(2030, 0, 2);
  expect(await second.sandbox.advanceClock(0)).toBe(BigInt(nowMs / 1_000 + 1_000));
});

test('the faucet key is a keypair file for its owner only', async () => {
  const dir = makeDir();
  await startTestnet({ dir });
  const file = join(dir, FAUCET_FILE);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).length).toBe(64);
});

import { type Address, address } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeparateChain } from '../../../../service/test/faults/support/separate-chain.ts';
import { checkFeatures, PROGRAM_FEATURES } from '../../src/deploy/doctor/check-features.ts';

const FEATURE_PROGRAM: Address = address('Feature111111111111111111111111111111111111');
const VERSION_1 = address('txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL');
const ACTIVE = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0);
const PENDING = new Uint8Array(9);

let separate: SeparateChain;
beforeAll(async () => {
  separate = await SeparateChain.start();
});
afterAll(() => separate?.close());

const check = () => checkFeatures(separate.chain);
const write = (at: Address, data: Uint8Array, { owner = FEATURE_PROGRAM, lamports = 1n } = {}) =>
  separate.localnet.sandbox.setAccount(at, { data, owner, lamports });

test('the embedded chain has what the program needs, but not version 1', async () => {
  const findings = await check();
  const states = findings.map(({ state }) => state);
  expect(states).toEqual([...PROGRAM_FEATURES.map(() => 'ok'), 'warning']);
  expect(findings.at(-1)?.text).toContain(`(${VERSION_1}) is not active`);
  await write(VERSION_1, ACTIVE);
  expect((await check()).every(({ state }) => state === 'ok')).toBe(true);
});

test.each(PROGRAM_FEATURES)('a chain without $name is refused by name', async ({ name, at }) => {
  const missing = [
    () => write(at, new Uint8Array(), { lamports: 0n }),
    () => write(at, PENDING),
    // Only accounts of the feature program count.
    () => write(at, ACTIVE, { owner: SYSTEM_PROGRAM_ADDRESS as Address }),
  ];
  for (const remove of missing) {
    await remove();
    const refused = (await check()).filter(({ state }) => state === 'refused');
    expect(refused.map(({ text }) => text)).toEqual([
      expect.stringContaining(`${name} (${at}) is not active on this chain: the program cannot`),
    ]);
  }
  await write(at, ACTIVE);
  expect((await check()).filter(({ state }) => state === 'refused')).toEqual([]);
});

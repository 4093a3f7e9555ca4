// `trust` of GET /v1/config, on a real chain: who can do what, and what is about to change.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hashProgram } from '@tote/chain/deployed-program';
import { findDerivedMint } from '@tote/chain/deployment/utility-mint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { EventReader } from '../conformance/support/event-reader.ts';
import { Admin } from '../support/admin.ts';
import { useWorld } from '../support/use-world.ts';

const PROGRAM_FILE = new URL('../../../program/tote.so', import.meta.url);
const DAY = 86_400;

const world = useWorld();
let admin: Admin;
let feed: EventReader;
beforeAll(async () => {
  admin = await Admin.of(world);
  feed = await EventReader.open(`${world.service.baseUrl}/events`);
});
afterAll(async () => {
  feed.close();
  await admin.close();
});

const trust = async () => (await world.get('/config')).body.trust;
/** The answer is cached for a moment. */
const eventually = (check: (trust: Record<string, unknown>) => void) =>
  until(async () => check(await trust()));

test('on the embedded chain the admin has all roles, and changes take effect at once', async () => {
  const { keys } = admin;
  const mint = await findDerivedMint(keys.admin.address);
  const { body } = await world.get('/config');
  expect(body.utilityMint).toBe(mint);
  expect(body.trust).toEqual({
    upgradeAuthority: keys.admin.address,
    admin: keys.admin.address,
    guardian: keys.admin.address,
    operator: keys.relayer.address,
    oracle: keys.oracle.address,
    mintAuthority: keys.admin.address,
    changeDelaySeconds: 0,
    programHash: hashProgram(readFileSync(PROGRAM_FILE)),
    programMatches: true,
    pendingChange: null,
  });
});

test('the hash is of the code without trailing zeros', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const code = Uint8Array.of(1, 0, 2);
  expect(hashProgram(code)).toBe(sha256(code));
  expect(hashProgram(Uint8Array.of(1, 0, 2, 0, 0))).toBe(sha256(code));
  expect(hashProgram(Uint8Array.of(1, 0, 3))).not.toBe(sha256(code));
  expect(hashProgram(Uint8Array.of(0, 0))).toBe(sha256(new Uint8Array()));
});

describe('a change with a delay', () => {
  test('is shown while it is pending, and the terms stay as they are', async () => {
    await admin.update({ changeDelay: DAY });
    await eventually(({ changeDelaySeconds }) => expect(changeDelaySeconds).toBe(DAY));
    const terms = { burnBps: 300, minimumStakeSol: 500_000n, changeDelay: 0, vetoSeconds: 60 };
    await admin.update(terms);
    const { pendingAt } = await admin.config();
    await eventually(({ pendingChange, changeDelaySeconds }) => {
      expect(changeDelaySeconds).toBe(DAY);
      expect(pendingChange).toMatchObject({
        effectiveAt: new Date(Number(pendingAt) * 1_000).toISOString().replace('.000', ''),
        admin: admin.keys.admin.address,
        guardian: admin.keys.admin.address,
        operator: admin.keys.relayer.address,
        oracle: admin.keys.oracle.address,
        feePercentage: { burn: 0.03, developer: 0.05 },
        minimumStake: { SOL: 0.0005, UTILITY: 0.001 },
        vetoSeconds: 60,
        changeDelaySeconds: 0,
      });
    });
    const { body } = await world.get('/config');
    expect(body).toMatchObject({ feePercentage: { burn: 0.05 }, minimumStake: { SOL: 0.0001 } });
    expect(body.trust.pendingChange.knownPrograms).toHaveLength(9);
  });

  test('is gone when the admin cancels it', async () => {
    await admin.cancel();
    await eventually(({ pendingChange }) => expect(pendingChange).toBeNull());
  });

  test('is applied by the keeper when it is due, and the feed has both events', async () => {
    await admin.update({ burnBps: 300, changeDelay: 0 });
    await eventually(({ pendingChange }) => expect(pendingChange).not.toBeNull());
    await world.advance(DAY - 60);
    expect((await admin.config()).burnBps).toBe(500);
    await world.advance(61);
    await until(async () => expect((await admin.config()).pendingAt).toBe(0n));
    await eventually(({ pendingChange, changeDelaySeconds }) => {
      expect([pendingChange, changeDelaySeconds]).toEqual([null, 0]);
    });
    expect((await world.get('/config')).body.feePercentage).toEqual({
      burn: 0.03,
      developer: 0.05,
    });
    const events = ['applied', 'announced', 'cancelled', 'announced', 'applied'];
    const types = () => feed.types.filter((type) => type.startsWith('config.'));
    await expect.poll(types).toEqual(events.map((what) => `config.${what}`));
  });
});

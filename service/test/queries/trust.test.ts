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
    const { feePercentage } = (await world.get('/config')).body;
    expect(feePercentage).toEqual({ burn: 0.03, developer: 0.05 });
    const events = ['applied', 'announced', 'cancelled', 'announced', 'applied'];
    const types = () => feed.types.filter((type) => type.startsWith('config.'));
    await expect.poll(types).toEqual(events.map((what) => `config.${what}`));
  });
});

// A market's detail is cached for callers without a credential. With one it is always rendered
// again: both must be equal after every change.
const getCached = async (id: string) => (await world.get(`/markets/${id}`)).text;

async function getRendered(id: string): Promise<unknown> {
  const { body } = await world.get(`/markets/${id}`, { as: 'carol' });
  const { yours: _yours, ...detail } = body;
  return detail;
}

/** Between two equal answers from the cache nothing has changed. Gives the detail. */
async function expectCurrent(id: string) {
  for (;;) {
    const before = await getCached(id);
    const rendered = await getRendered(id);
    if ((await getCached(id)) !== before) continue;
    expect(JSON.parse(before)).toEqual(rendered);
    return JSON.parse(before);
  }
}

test('a measured market shows each change at once, from its creation to its end', async () => {
  const question = 'Will SOL be above $200 at expiry?';
  const bettingClosesAt = await world.inSeconds(3_540);
  const id = await world.createMarket({ question, bettingClosesAt });
  const { conditionProgress: first } = await expectCurrent(id);
  expect(first.target).toBe(200);

  expect((await world.bet(id, 'bob', 'Yes', 1)).status).toBe(201);
  expect(await expectCurrent(id)).toMatchObject({ betCount: 1, totalVolume: 1 });
  expect((await world.bet(id, 'alice', 'No', 2)).status).toBe(201);
  expect(await expectCurrent(id)).toMatchObject({ betCount: 2, totalVolume: 3 });

  await expect
    .poll(async () => (await expectCurrent(id)).conditionProgress.currentCount)
    .not.toBe(first.currentCount);

  await world.advance(3_600 - 60);
  expect(await expectCurrent(id)).toMatchObject({ bettingOpen: false });
  await world.advance(60);
  await expect.poll(async () => (await expectCurrent(id)).settled, { interval: 200 }).toBe(true);
  const ended = await expectCurrent(id);
  expect(ended).toMatchObject({ status: 'resolved', winningOutcome: expect.any(String) });
  expect(ended.conditionProgress).toBeUndefined();
});

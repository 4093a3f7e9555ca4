// The guardian vetoes an outcome of the oracle, with a transaction that the service prepares.
import { createKey, type Key } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { Admin } from '../support/admin.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { World } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';

const VETO_SECONDS = 3_600;
const SAID = { outcome: 'Yes', evidence: 'It did.' };

let world: World;
let admin: Admin;
/** On the embedded chain the admin is the guardian, too. */
let guardian: Key;
beforeAll(async () => {
  world = await World.start();
  admin = await Admin.of(world);
  guardian = admin.keys.admin;
  await admin.update({ vetoSeconds: VETO_SECONDS });
  const shown = async () => (await world.get('/config')).body.vetoSeconds;
  await until(async () => expect(await shown()).toBe(VETO_SECONDS));
});
afterAll(async () => {
  await admin?.close();
  await world?.close();
});

const detail = async (id: string) => (await world.get(`/markets/${id}`)).body;
const prepare = (id: string, wallet: string = guardian.address, fields: object = {}) =>
  world.post(`/markets/${id}/veto/prepare`, { wallet, ...fields });
const submit = async (transaction: string, key = guardian) =>
  world.post('/transactions', { transaction: await signTransaction(transaction, key) });

async function propose(): Promise<string> {
  const id = await world.createMarket();
  expect((await world.bet(id, 'alice', 'Yes', 1)).status).toBe(201);
  expect((await world.bet(id, 'bob', 'No', 2)).status).toBe(201);
  const said = await world.post(`/markets/${id}/attestations`, SAID, { as: 'oracle' });
  expect(said.body).toMatchObject({ proposedOutcome: 'Yes' });
  return id;
}

describe('veto', () => {
  test('the guardian turns an outcome into a refund while the veto time runs', async () => {
    const id = await propose();
    const prepared = await prepare(id);
    expect([prepared.status, prepared.body.summary]).toEqual([
      ...[200, ['Vetoes the outcome Yes: all stakes are refunded.']],
    ]);
    // The service has no key that could sign it.
    expectRefusal(
      await submit(prepared.body.transaction, await createKey()),
      401,
      'credential_invalid',
    );
    expect((await detail(id)).proposedOutcome).toBe('Yes');
    const sent = await submit(prepared.body.transaction);
    expect([sent.status, sent.body.state], sent.text).toEqual([200, 'confirmed']);
    await until(async () => {
      const ended = { status: 'resolved', refunded: true, refundReason: 'veto', settled: true };
      expect(await detail(id)).toMatchObject(ended);
    });
    const { yours } = (await world.get(`/markets/${id}`, { as: 'bob' })).body;
    expect(yours).toMatchObject({ status: 'refunded', payout: 2 });
    expectRefusal(await prepare(id), 409, 'market_vetoed');
  });

  test('two vetoes: the second one is refused on chain, too', async () => {
    const id = await propose();
    const [first, second] = [
      await prepare(id),
      await prepare(id, undefined, { feePayer: 'wallet' }),
    ];
    expect((await submit(first.body.transaction)).body.state).toBe('confirmed');
    expectRefusal(await submit(second.body.transaction), 409, 'market_vetoed');
  });

  test('before there is an outcome, and after the veto time, nothing is prepared', async () => {
    const open = await world.createMarket();
    expectRefusal(await prepare(open), 409, 'outcome_missing');
    const id = await propose();
    const late = (await prepare(id)).body.transaction;
    await world.advance(VETO_SECONDS);
    expectRefusal(await prepare(id), 409, 'veto_time_over');
    expect((await submit(late)).status).toBe(409);
    await until(async () => {
      expect(await detail(id)).toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
    });
    expectRefusal(await prepare(`market_${guardian.address}`), 404, 'market_not_found');
  });

  test('only the guardian that the Config names gets it', async () => {
    const id = await propose();
    const { address } = world.wallet('alice');
    const refused = await prepare(id, address);
    expectRefusal(refused, 403, 'guardian_required');
    expect(refused.body.error).toContain(guardian.address);
    const other = await createKey();
    const before = (await prepare(id)).body.transaction;
    await admin.update({ guardian: other.address });
    expectRefusal(await prepare(id), 403, 'guardian_required');
    // A transaction from before the change is refused by the program.
    const sent = await submit(before);
    expect([sent.status, sent.text]).toEqual([
      expect.any(Number),
      expect.stringContaining('NotGuardian'),
    ]);
    expect((await detail(id)).proposedOutcome).toBe('Yes');
    expect((await prepare(id, other.address)).status).toBe(200);
  });
});

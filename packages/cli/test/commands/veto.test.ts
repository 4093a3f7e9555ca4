import { join } from 'node:path';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin } from '../../../../service/test/support/admin.ts';
import { World } from '../../../../service/test/support/world.ts';
import { until } from '../../../../tools/test-setup/until.ts';
import { refused, useHome } from '../support/home.ts';

const home = useHome();
let world: World;
beforeAll(async () => {
  world = await World.start();
  const admin = await Admin.of(world);
  await admin.update({ vetoSeconds: 3_600 });
  await admin.close();
  const shown = async () => (await world.get('/config')).body.vetoSeconds;
  await until(async () => expect(await shown()).toBe(3_600));
});
afterAll(() => world?.close());

const veto = (market: string, ...args: string[]) => {
  const at = ['--rpc', world.demo.rpcUrl, '--program', TOTE_PROGRAM_ADDRESS, '--json'];
  return home.here(['veto', market, ...at, ...args]);
};
/** On the embedded chain the admin is the guardian, too. */
const by = (name: string) => ['--by', join(world.dir, 'keys', `${name}.json`)];
const detail = async (id: string) => (await world.get(`/markets/${id}`)).body;

test('the guardian vetoes an outcome, once, and nobody else can', async () => {
  const id = await world.createMarket();
  await refused(veto(id, ...by('admin'), '--yes'), 1, 'no outcome');
  const said = { outcome: 'Yes', evidence: 'It did.' };
  await world.post(`/markets/${id}/attestations`, said, { as: 'oracle' });
  await refused(veto(id, ...by('oracle'), '--yes'), 1, 'is not the guardian');
  expect((await veto(id, '--yes')).code).toBe(2);
  expect((await veto(id, ...by('admin'))).code).toBe(2);
  const dry = await veto(id, ...by('admin'), '--dry-run');
  expect([dry.code, dry.json]).toEqual([0, expect.objectContaining({ signature: null })]);
  expect((await detail(id)).proposedOutcome).toBe('Yes');
  const done = await veto(id, ...by('admin'), '--yes');
  expect([done.code, done.json], done.err).toEqual([
    ...[0, expect.objectContaining({ marketId: id, outcome: 'Yes' })],
  ]);
  const reason = async () => (await detail(id)).refundReason;
  await expect.poll(reason).toBe('veto');
  await refused(veto(id, ...by('admin'), '--yes'), 1, 'already');
});

test('after the veto time the outcome stands', async () => {
  const { body: config } = await world.get('/config');
  // Its account is closed from the expiry on.
  const expireAt = new Date(Date.parse(config.now) + 36_000_000).toISOString();
  const id = await world.createMarket({ expireAt });
  const said = { outcome: 'Yes', evidence: 'It did.' };
  await world.post(`/markets/${id}/attestations`, said, { as: 'oracle' });
  await world.advance(3_600);
  await refused(veto(id, ...by('admin'), '--yes'), 1, 'over');
  await refused(
    veto(`market_${TOTE_PROGRAM_ADDRESS}`, ...by('admin'), '--yes'),
    1,
    'There is no market',
  );
});

// Terms of the Config about time, over HTTP: the rows lead, horizon and veto of decisions.md.
import { createKey, type Key } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { Admin } from '../support/admin.ts';
import { useWorld } from '../support/use-world.ts';
import { expectRefusal } from './support/refusal.ts';
import { demoKey } from './support/wallets.ts';

const DAY = 86_400;
const VETO_SECONDS = 3_600;
const PRICE = { question: 'Will SOL be above $1 at expiry?' };

const world = useWorld();
let admin: Admin;
beforeAll(async () => {
  admin = await Admin.of(world);
});
afterAll(() => admin?.close());

const config = async () => (await world.get('/config')).body;
const bodyOf = async (seconds: number, fields: object = {}) =>
  world.marketBody({ expireAt: await world.inSeconds(seconds), ...fields });
const create = async (seconds: number, fields: object = {}) =>
  world.create({ expireAt: await world.inSeconds(seconds), ...fields });
const detail = (id: string) => world.detail(id);
const fingerprint = async () =>
  (await world.get('/account', { as: 'alice' })).text + (await world.get('/markets')).text;

async function sign(path: string, body: object) {
  const alice = await demoKey(world, 'alice');
  const prepared = await world.post(`${path}/prepare`, { ...body, wallet: alice.address });
  expect(prepared.status, prepared.text).toBe(200);
  return world.submit(alice, prepared, path);
}

describe('lead', () => {
  test('0 on the embedded chain: bets until expireAt', async () => {
    expect(await config()).toMatchObject({ leadSeconds: 0 });
    const { body } = await create(3_600, PRICE);
    expect(body.bettingClosesAt).toBe(body.expireAt);
    expect((await world.bet(body.id, 'alice', 'Yes', 1)).status).toBe(201);
  });

  test('a term of the Config: the cutoff follows, and what is too short is 400', async () => {
    await admin.update({ leadSeconds: 30 });
    await expect.poll(async () => (await config()).leadSeconds).toBe(30);
    const { body } = await create(3_600, PRICE);
    expect(Date.parse(body.expireAt) - Date.parse(body.bettingClosesAt)).toBe(30_000);
    const before = await fingerprint();
    const short = await create(59, PRICE);
    expectRefusal(short, 400, 'market_shorter_than_lead');
    expect(short.body.error).toContain('Choose one at least 60 s from now');
    const seen = await world.post('/markets/preview', await bodyOf(59, PRICE));
    expectRefusal(seen, 400, 'market_shorter_than_lead');
    const late = await bodyOf(3_600, PRICE);
    const asked = await world.create({ ...late, bettingClosesAt: late.expireAt });
    expectRefusal(asked, 400, 'betting_closes_at_out_of_range');
    expect(await fingerprint()).toBe(before);
    // What is not about a value at that moment has no lead.
    const event = await create(20);
    expect([event.status, event.body.bettingClosesAt]).toEqual([201, event.body.expireAt]);
    await admin.update({ leadSeconds: 0 });
  });
});

describe('status between cutoff and resolution', () => {
  const summary = async (id: string) => {
    const { body } = await world.get('/markets?limit=100');
    return body.find((each: { id: string }) => each.id === id);
  };

  /** One look of a client that bets as long as it is told that it can; returns the bet's status. */
  async function look(id: string, closesAt: string): Promise<number> {
    const from = (await config()).now;
    const [before, listed] = [await detail(id), await summary(id)];
    const { status, body, headers } = await world.bet(id, 'bob', 'No', '0.0001');
    const [after, listedAfter] = [await detail(id), await summary(id)];
    const to = (await config()).now;
    const said = JSON.stringify({ closesAt, from, to, status, body });
    // The list may be read a second later than the detail before it.
    if (from >= closesAt)
      expect([before.bettingOpen, listed.bettingOpen], said).not.toContain(true);
    if (to < closesAt)
      expect([status, after.bettingOpen, listedAfter.bettingOpen]).toEqual([201, true, true]);
    if (status === 201) {
      expect(before.bettingOpen, said).toBe(true);
      const { body: bet } = await world.get(`/bets/${body.betId}`);
      expect(bet.placedAt < closesAt, said).toBe(true);
      return status;
    }
    expect([status, after.bettingOpen, listedAfter.bettingOpen], said).toEqual([409, false, false]);
    expect(to >= closesAt, said).toBe(true);
    const code = headers.get('x-error-code');
    expect(['market_closed', 'market_resolved'], said).toContain(code);
    if (code === 'market_closed') expect(body.error).toContain(closesAt);
    else expect([after.status, listedAfter.status], said).toEqual(['resolved', 'resolved']);
    return status;
  }

  test.each([
    ['an event, until expireAt', 0, {}],
    ['a price with a lead of 0, until expireAt', 0, PRICE],
    ['a price with a lead of 30 s', 30, PRICE],
    ['an event with bettingClosesAt', 0, { early: 60 }],
    ['a price with a lead and an earlier bettingClosesAt', 30, { ...PRICE, early: 60 }],
  ])('%s: status, bettingOpen and the 409 change together', async (_name, leadSeconds, given) => {
    const { early, ...fields } = { early: 0, ...given };
    await admin.update({ leadSeconds });
    await expect.poll(async () => (await config()).leadSeconds).toBe(leadSeconds);
    const asked = early ? { bettingClosesAt: await world.inSeconds(600 - early) } : {};
    const { body } = await create(600, { ...fields, ...asked });
    const { id, expireAt, bettingClosesAt: closesAt } = body;
    const lead = (Date.parse(expireAt) - Date.parse(closesAt)) / 1_000;
    expect(lead).toBeCloseTo(early || leadSeconds, -1);
    expect(await look(id, closesAt)).toBe(201);
    const left = (Date.parse(closesAt) - Date.parse((await config()).now)) / 1_000;
    await world.advance(left - 3);
    while ((await look(id, closesAt)) === 201);
    // Nobody has staked on Yes, so what follows is about the state only.
    await world.advance(lead + 2);
    await expect.poll(async () => (await detail(id)).status).toBe('resolved');
    expect(await look(id, closesAt)).toBe(409);
    await admin.update({ leadSeconds: 0 });
  });
});

describe('horizon', () => {
  test('3,650 days on the embedded chain, so that everything works without a wallet', async () => {
    expect(await config()).toMatchObject({ horizonSeconds: 3_650 * DAY });
    const { body } = await create(3_650 * DAY - 60);
    expect((await world.bet(body.id, 'alice', 'Yes', 1)).status).toBe(201);
  });

  test('beyond it the wallet signs: 402 names the way', async () => {
    await admin.update({ horizonSeconds: 400 * DAY });
    await expect.poll(async () => (await config()).horizonSeconds).toBe(400 * DAY);
    expect((await create(400 * DAY - 60)).status).toBe(201);
    const before = await fingerprint();
    const refused = await create(400 * DAY + 60);
    expectRefusal(refused, 402, 'market_ends_too_late');
    expect(refused.body.error).toContain('POST /v1/markets/prepare');
    expect(await fingerprint()).toBe(before);
    const created = await sign('/markets', await bodyOf(400 * DAY + 60));
    expect(created.status, created.text).toBe(201);
    const { id, custom } = created.body;
    expect(custom).toBe(false);

    const unchanged = await fingerprint();
    const bet = { outcome: 'Yes', amount: 1 };
    const delegated = await world.bet(id, 'alice', 'Yes', 1);
    expectRefusal(delegated, 402, 'market_ends_too_late');
    expect(delegated.body.error).toContain('bets/prepare');
    expect(await fingerprint()).toBe(unchanged);
    const own = await sign(`/markets/${id}/bets`, bet);
    expect([own.status, own.body.newTotalStake]).toEqual([201, { Yes: 1, No: 0 }]);
    await world.advance(61);
    expect((await world.bet(id, 'alice', 'No', 1)).status).toBe(201);
  });
});

describe('veto', () => {
  /** On the embedded chain the admin is the guardian, too. */
  let guardian: Key;
  beforeAll(async () => {
    guardian = admin.keys.admin;
    await admin.update({ vetoSeconds: VETO_SECONDS });
    await until(async () => expect((await config()).vetoSeconds).toBe(VETO_SECONDS));
  });

  const prepare = (id: string, wallet: string = guardian.address, fields: object = {}) =>
    world.post(`/markets/${id}/veto/prepare`, { wallet, ...fields });

  async function propose(): Promise<string> {
    const id = await world.createMarket();
    expect((await world.bet(id, 'alice', 'Yes', 1)).status).toBe(201);
    expect((await world.bet(id, 'bob', 'No', 2)).status).toBe(201);
    expect((await world.attest(id)).body).toMatchObject({ proposedOutcome: 'Yes' });
    return id;
  }

  test('the guardian turns an outcome into a refund while the veto time runs', async () => {
    const id = await propose();
    const prepared = await prepare(id);
    expect([prepared.status, prepared.body.summary]).toEqual([
      ...[200, ['Vetoes the outcome Yes: all stakes are refunded.']],
    ]);
    // The service has no key that could sign it.
    expectRefusal(await world.submit(await createKey(), prepared), 401, 'credential_invalid');
    expect((await detail(id)).proposedOutcome).toBe('Yes');
    const sent = await world.submit(guardian, prepared);
    expect([sent.status, sent.body.state], sent.text).toEqual([200, 'confirmed']);
    await until(async () => {
      const ended = { status: 'resolved', refunded: true, refundReason: 'veto', settled: true };
      expect(await detail(id)).toMatchObject(ended);
    });
    const { yours } = (await world.get(`/markets/${id}`, { as: 'bob' })).body;
    expect(yours).toMatchObject({ status: 'refunded', payout: 2 });
    const { body: result } = await world.get(`/markets/${id}/result`, { as: 'bob' });
    expect(result.message).toBe('The guardian vetoed the outcome. All stakes are refunded.');
    expect((await detail(id)).details.split('\n\n')[2]).toBe(result.message);
    expectRefusal(await prepare(id), 409, 'market_vetoed');
  });

  test('two vetoes: the second one is refused on chain, too', async () => {
    const id = await propose();
    const first = await prepare(id);
    const second = await prepare(id, undefined, { feePayer: 'wallet' });
    expect((await world.submit(guardian, first)).body.state).toBe('confirmed');
    expectRefusal(await world.submit(guardian, second), 409, 'market_vetoed');
  });

  test('before there is an outcome, and after the veto time, nothing is prepared', async () => {
    const open = await world.createMarket();
    expectRefusal(await prepare(open), 409, 'outcome_missing');
    const id = await propose();
    const late = await prepare(id);
    await world.advance(VETO_SECONDS);
    expectRefusal(await prepare(id), 409, 'veto_time_over');
    expect((await world.submit(guardian, late)).status).toBe(409);
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
    const before = await prepare(id);
    await admin.update({ guardian: other.address });
    expectRefusal(await prepare(id), 403, 'guardian_required');
    // A transaction from before the change is refused by the program.
    const sent = await world.submit(guardian, before);
    expect([sent.status, sent.text]).toEqual([
      expect.any(Number),
      expect.stringContaining('NotGuardian'),
    ]);
    expect((await detail(id)).proposedOutcome).toBe('Yes');
    expect((await prepare(id, other.address)).status).toBe(200);
  });
});

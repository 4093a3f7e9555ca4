// What still works while the operator or the oracle is disabled.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { Admin } from '../support/admin.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { demoKey } from './support/wallets.ts';

const world = useWorld();
let admin: Admin;
beforeAll(async () => {
  admin = await Admin.of(world);
});
afterAll(() => admin.close());

async function restart(env: Record<string, string> = {}): Promise<void> {
  await admin.close();
  Object.assign(world, await world.restart(env));
  admin = await Admin.of(world);
}

/** Decided by a price on chain, so that its bets need no operator signature. */
const PRICE = { question: 'Will SOL be above $1 at expiry?' };
const readiness = async () => {
  const response = await fetch(new URL('/readyz', world.service.baseUrl));
  const body = (await response.json()) as { status: string; limitations?: string[] };
  const { limitations = [] } = body;
  return { status: response.status, body, limitations };
};
const isTrusted = (key: 'operator' | 'oracle') => async () =>
  (await world.get('/config')).body.trust[key] !== null;

const waitFor = (check: () => Promise<boolean>, value: boolean) =>
  until(async () => expect(await check()).toBe(value));

const DELEGATE = { actions: [{ type: 'delegate', allowance: { SOL: '50' } }] };
const delegateOf = async (as: 'alice' | 'bob') =>
  (await world.get('/account', { as })).body.delegate;
const submit = async (as: 'alice' | 'bob', prepared: Answer) =>
  world.submit(await demoKey(world, as), prepared);

describe('disabled operator', () => {
  let gated: string;
  let price: string;
  let choosing: Answer;
  beforeAll(async () => {
    gated = await world.createMarket();
    price = await world.createMarket(PRICE);
    expect((await world.bet(gated, 'alice', 'Yes', 1)).status).toBe(201);
    choosing = await world.post('/account/transactions', DELEGATE, { as: 'alice' });
    await admin.disable({ operator: true });
    await waitFor(isTrusted('operator'), false);
  });

  test('no market is created, signed by us or by the wallet', async () => {
    const before = (await world.get('/markets')).body.length;
    for (const fields of [{}, PRICE]) {
      expectRefusal(await world.create(fields), 503, 'operator_disabled');
      const prepared = await world.create(fields, '/markets/prepare');
      expectRefusal(prepared, 503, 'operator_disabled');
      expect(prepared.body.error).toContain('tote config announce');
    }
    expect((await world.get('/markets')).body).toHaveLength(before);
  });

  test('no bet in a gated market is signed, nor prepared', async () => {
    const before = [await world.balances('bob'), (await world.get(`/markets/${gated}`)).body];
    const bet = { outcome: 'No', amount: 1 };
    expectRefusal(await world.bet(gated, 'bob', 'No', 1), 503, 'operator_disabled');
    const prepared = await world.post(`/markets/${gated}/bets/prepare`, bet, { as: 'bob' });
    expectRefusal(prepared, 503, 'operator_disabled');
    expect([await world.balances('bob'), (await world.get(`/markets/${gated}`)).body]).toEqual(
      before,
    );
  });

  test('no account is opened for another wallet', async () => {
    const money = { currency: 'SOL', amount: 1 };
    expectRefusal(await world.post('/faucet', money, { as: 'carol' }), 503, 'operator_disabled');
    expect((await world.get('/account', { as: 'carol' })).body.open).toBe(false);
    expect((await world.post('/faucet', money, { as: 'bob' })).status).toBe(200);
  });

  test('its delegations have no power, and no other is made', async () => {
    expect([await delegateOf('alice'), await delegateOf('bob')]).toEqual([null, null]);
    const before = await world.balances('bob');
    expectRefusal(await world.bet(price, 'bob', 'Yes', 1), 503, 'operator_disabled');
    expect(await world.balances('bob')).toEqual(before);
    const prepared = await world.post('/account/transactions', DELEGATE, { as: 'bob' });
    expectRefusal(prepared, 503, 'operator_disabled');
    const { delegate } = (await world.get('/config')).body;
    const named = { actions: [{ ...DELEGATE.actions[0], delegate }] };
    const other = await world.post('/account/transactions', named, { as: 'bob' });
    expectRefusal(other, 503, 'operator_disabled');
    // Also what was prepared before. As no operator, the key could not be disabled again.
    expectRefusal(await submit('alice', choosing), 503, 'operator_disabled');
    expect(await delegateOf('alice')).toBeNull();
  });

  test('bets that wallets sign, reads, resolution and payouts go on', async () => {
    const bet = { outcome: 'Yes', amount: 1 };
    const own = await world.post(`/markets/${price}/bets/prepare`, bet, { as: 'bob' });
    expect((await submit('bob', own)).body.state).toBe('confirmed');
    for (const path of ['/markets', `/markets/${gated}`, '/config', '/reserves']) {
      expect((await world.get(path)).status, path).toBe(200);
    }
    const before = await world.balances('alice');
    const attested = await world.attest(gated);
    expect(attested.body).toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
    await expect.poll(async () => (await world.balances('alice')).SOL).toBe(before.SOL + 1);
  });

  test('/readyz stays ready, and says what does not work and what to do', async () => {
    const { status, body, limitations } = await readiness();
    expect([status, body.status]).toEqual([200, 'ready']);
    expect(limitations).toEqual([expect.stringContaining('tote config announce --operator')]);
    expect(limitations[0]).toContain('The Config names none of our relayer keys as operator');
    const metrics = await (await fetch(world.service.metricsUrl)).text();
    expect(metrics).toContain('\ntote_limitations 1\n');
  });

  test('a restart is not refused, and reports the limitation', async () => {
    await restart();
    expect((await readiness()).limitations).toHaveLength(1);
    expectRefusal(await world.create(), 503, 'operator_disabled');
  });

  test('with an operator again, wallets choose it again and everything works', async () => {
    await admin.update({ operator: admin.keys.relayer.address });
    await waitFor(isTrusted('operator'), true);
    const ready = await readiness();
    expect([ready.status, ready.limitations]).toEqual([200, []]);
    const { status, body } = await world.create();
    expect(status).toBe(201);
    const refused = await world.bet(body.id, 'bob', 'No', 1);
    expectRefusal(refused, 402, 'delegate_disabled');
    expect(refused.body.error).toContain(admin.keys.relayer.address);
    for (const as of ['alice', 'bob'] as const) {
      const chosen = await world.post('/account/transactions', DELEGATE, { as });
      expect((await submit(as, chosen)).body.state).toBe('confirmed');
      expect((await delegateOf(as)).address).toBe(admin.keys.relayer.address);
    }
    expect((await world.bet(body.id, 'bob', 'No', 1)).status).toBe(201);
  });
});

describe('disabled oracle', () => {
  let market: string;
  let proposed: string;
  let price: string;
  let prepared: Answer;
  const detail = (id = market) => world.detail(id);
  const bet = { outcome: 'No', amount: 1 };

  beforeAll(async () => {
    market = await world.createMarket();
    price = await world.createMarket(PRICE);
    await admin.update({ vetoSeconds: 3_600 });
    await waitFor(async () => (await world.get('/config')).body.vetoSeconds === 3_600, true);
    proposed = await world.createMarket();
    for (const id of [market, price, proposed]) {
      expect((await world.bet(id, 'bob', 'Yes', 2)).status).toBe(201);
    }
    const { body } = await world.attest(proposed);
    expect(body).toMatchObject({ status: 'open', proposedOutcome: 'Yes' });
    // No keeper runs, so that nothing is refunded yet.
    await restart({ TOTE_KEEPER: '0' });
    prepared = await world.post(`/markets/${market}/bets/prepare`, bet, { as: 'bob' });
    // Reads it before, so that the answer is cached.
    expect(await detail()).not.toHaveProperty('resolution');
    await admin.disable({ oracle: true });
    await waitFor(isTrusted('oracle'), false);
  });

  test('no new market names it, and markets on facts go on', async () => {
    expectRefusal(await world.create(), 503, 'oracle_disabled');
    expect((await world.create(PRICE)).status).toBe(201);
    expect((await world.bet(price, 'bob', 'No', 1)).status).toBe(201);
    expect(await detail(price)).toMatchObject({ bettingOpen: true });
    expect(await detail(price)).not.toHaveProperty('closedReason');
    expect((await readiness()).limitations[0]).toContain('The oracle key is no longer the oracle');
  });

  test('its markets are shown as closed, with the reason', async () => {
    const closed = { status: 'open', bettingOpen: false, closedReason: 'oracle_disabled' };
    const waitingFor = 'the refund of all stakes, because its oracle is disabled';
    const resolution = { waitingFor, lastFailure: null, nextTryAt: null };
    expect(await detail()).toMatchObject({ ...closed, resolution });
    expect(await detail(proposed)).toMatchObject({ ...closed, proposedOutcome: 'Yes' });
    const listed = (await world.get('/markets')).body as { id: string; closedReason?: string }[];
    const reasons = new Map(listed.map(({ id, closedReason }) => [id, closedReason]));
    expect([market, proposed, price].map((id) => reasons.get(id))).toEqual([
      ...['oracle_disabled', 'oracle_disabled', undefined],
    ]);
  });

  test('bets in them are refused before anything is signed', async () => {
    const before = [await world.balances('bob'), await detail()];
    expectRefusal(await world.bet(market, 'bob', 'No', 1), 503, 'oracle_disabled');
    const again = await world.post(`/markets/${market}/bets/prepare`, bet, { as: 'bob' });
    expectRefusal(again, 503, 'oracle_disabled');
    expectRefusal(await submit('bob', prepared), 503, 'oracle_disabled');
    expect([await world.balances('bob'), await detail()]).toEqual(before);
  });

  test('its attestations are refused, and nothing is stored', async () => {
    expectRefusal(await world.attest(market), 503, 'oracle_disabled');
    expect((await detail()).status).toBe('open');
  });

  test('the keeper refunds them when it starts, and leaves facts alone', async () => {
    await restart();
    const refund = { refunded: true, refundReason: 'oracle_disabled', winningOutcome: null };
    for (const id of [market, proposed]) {
      await until(async () => {
        const ended = { status: 'resolved', ...refund, settled: true };
        expect(await detail(id)).toMatchObject(ended);
        const { yours } = (await world.get(`/markets/${id}`, { as: 'bob' })).body;
        expect(yours).toMatchObject({ status: 'refunded', payout: 2 });
      });
      expect(await detail(id)).not.toHaveProperty('closedReason');
      const { message } = (await world.get(`/markets/${id}/result`, { as: 'bob' })).body;
      expect(message).toBe('The key of its oracle was disabled. All stakes are refunded.');
      expect((await detail(id)).details.split('\n\n')[2]).toBe(message);
    }
    const { body } = await world.get(`/markets/${proposed}/resolution`);
    expect(body).toMatchObject({ ...refund, vetoedOutcome: 'Yes' });
    expect(body.transactions.map(({ kind }: { kind: string }) => kind)).toContain('vetoed');
    expect(await detail(price)).toMatchObject({ status: 'open', bettingOpen: true });
  });

  test('a new oracle decides new markets', async () => {
    await admin.update({ oracle: admin.keys.oracle.address, vetoSeconds: 0 });
    await waitFor(isTrusted('oracle'), true);
    const id = await world.createMarket();
    expect((await world.bet(id, 'alice', 'Yes', 1)).status).toBe(201);
    expect((await world.get(`/markets/${id}`)).body).not.toHaveProperty('resolution');
    expect((await world.attest(id)).body).toMatchObject({
      status: 'resolved',
      winningOutcome: 'Yes',
    });
  });
});

test('an oracle whose key the service no longer has is told to attest elsewhere', async () => {
  const id = await world.createMarket();
  const as = world.wallet('oracle');
  const file = join(world.dir, 'keys', 'oracle.json');
  renameSync(file, `${file}.old`);
  const { address } = await writeNewKeyFile(file);
  await admin.update({ oracle: address });
  await restart();
  const attestation = { outcome: 'Yes', evidence: 'It did.' };
  const refused = await world.post(`/markets/${id}/attestations`, attestation, { as });
  expectRefusal(refused, 403, 'oracle_key_missing');
  expect(refused.body.error).toContain('does not hold the key of the oracle');
  expect((await world.get(`/markets/${id}`)).body.status).toBe('open');
});

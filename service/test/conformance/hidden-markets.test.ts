// The operator hides a market: nobody finds it or bets in it here, and nobody loses anything.
import { createKey, type Key } from '@tote/chain/key';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePageDir } from '../http/support/page-dir.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { betOnChain, openChainAccess } from './support/chain-access.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, demoKey } from './support/wallets.ts';

const operator = await createKey();
const pageDir = makePageDir();
const REASON = 'It names a private person.';

describe('hidden markets', () => {
  const world = useWorld({ TOTE_OPERATORS: operator.address }, undefined, { pageDir });
  let alice: Key;
  beforeAll(async () => {
    alice = await demoKey(world, 'alice');
  });

  const hide = (id: string, reason: unknown = REASON, key = operator) =>
    callSigned(world, key, 'POST', `/markets/${id}/hidden`, { body: { reason } });
  const unhide = (id: string) => callSigned(world, operator, 'DELETE', `/markets/${id}/hidden`);
  const detail = async (id: string) => (await world.get(`/markets/${id}`)).body;
  const ids = async (query: string) =>
    (await world.get(`/markets${query}`)).body.map((market: { id: string }) => market.id);
  const page = (path: string) => fetch(world.origin + path);

  test('only an operator hides and shows, and says why', async () => {
    const id = await world.createMarket({ question: 'Will only operators hide this?' });
    expectRefusal(await hide(id, REASON, alice), 403, 'wallet_not_operator');
    const byKey = await world.post(`/markets/${id}/hidden`, { reason: REASON }, { as: 'alice' });
    expectRefusal(byKey, 403, 'not_allowed');
    expectRefusal(await hide(id, 'no'), 400, 'field_invalid');
    expectRefusal(await hide(id, 'x'.repeat(301)), 400, 'field_invalid');
    expectRefusal(await hide(id, 'A\nline'), 400, 'characters_not_allowed');
    expectRefusal(await hide(`market_${operator.address}`), 404, 'market_not_found');
    expectRefusal(await unhide(id), 404, 'resource_not_found');
    expect(await detail(id)).not.toHaveProperty('hidden');
    expect((await world.get('/hidden-markets')).body).toEqual([]);
  });

  test('are in no list, search, card or embed; their own address shows the reason', async () => {
    const id = await world.createMarket({ question: 'Will somebody find Zyxwvut?' });
    await world.bet(id, 'alice', 'Yes', 1);
    const queries = ['', '?q=zyxwvut', '?sort=volume', '?sort=endingSoon', '?currency=SOL'];
    for (const query of queries) expect(await ids(query), query).toContain(id);
    const activity = async () => (await world.get('/activity')).text;
    await expect.poll(activity).toContain(id);

    const { body } = await hide(id);
    expect(body).toMatchObject({ marketId: id, reason: REASON, hiddenBy: operator.address });
    for (const query of queries) expect(await ids(query), query).not.toContain(id);
    expect(await activity()).not.toContain(id);
    const shown = await detail(id);
    expect(shown).toMatchObject({ bettingOpen: false, status: 'open', totalVolume: 1 });
    expect(shown.hidden).toEqual({ reason: REASON, hiddenAt: body.hiddenAt });
    for (const path of [`/m/${id}/card.png`, `/v1/actions/markets/${id}`]) {
      expect((await page(path)).status, path).toBe(403);
    }
    const url = encodeURIComponent(`${world.origin}/m/${id}`);
    expect((await page(`/oembed?url=${url}`)).status).toBe(403);
    for (const path of [`/m/${id}`, `/embed/m/${id}`]) {
      const html = await (await page(path)).text();
      expect(html).not.toContain('Zyxwvut');
      expect(html).toContain('<meta name="robots" content="noindex" />');
    }
    const asked = { question: 'Will somebody find Zyxwvut?', expireAt: shown.expireAt };
    const same = await world.post('/markets/preview', { ...asked, currency: 'SOL' }, { as: 'bob' });
    expect(same.text).not.toContain(id);

    const [listed] = (await world.get('/hidden-markets')).body;
    expect(listed).toEqual(body);
    expect((await unhide(id)).body.unhiddenAt).not.toBeNull();
    for (const query of queries) expect(await ids(query), query).toContain(id);
    expect(await detail(id)).not.toHaveProperty('hidden');
    expect((await page(`/m/${id}/card.png`)).status).toBe(200);
    // That it was hidden stays public.
    const [after] = (await world.get('/hidden-markets')).body;
    expect(after).toMatchObject({ marketId: id, reason: REASON, unhiddenAt: expect.any(String) });
  });

  test('take no bets through the service, whoever signs', async () => {
    const id = await world.createMarket({ question: 'Will it rain in Braga?' });
    const order = { outcome: 'Yes', amount: 1, wallet: alice.address };
    const prepared = await world.post(`/markets/${id}/bets/prepare`, order);
    const transaction = signTransaction(prepared.body.transaction, alice);
    await hide(id);
    for (const answer of [
      await world.bet(id, 'bob', 'No', 1),
      await world.post(`/markets/${id}/bets/prepare`, order),
      // Prepared before it was hidden.
      await world.post(`/markets/${id}/bets`, { transaction }),
      await world.post('/transactions', { transaction }),
    ]) {
      expectRefusal(answer, 403, 'market_hidden');
      expect(answer.body.error).toContain(REASON);
    }
    expect(await detail(id)).toMatchObject({ totalVolume: 0, betCount: 0 });
    await unhide(id);
    expect((await world.bet(id, 'bob', 'No', 1)).status).toBe(201);
  });

  test('a wallet that signs and sends by itself still bets, unless the market is gated', async () => {
    const gated = await world.createMarket({ question: 'Will it rain in Porto?' });
    const free = await world.createMarket({ question: 'Will SOL be above 1 USD in an hour?' });
    await hide(gated);
    await hide(free);
    const access = await openChainAccess(world);
    const bet = (id: string) =>
      betOnChain(access, alice, id, { outcome: 'Yes', amount: 1_000_000n });
    await expect(bet(gated)).rejects.toThrow();
    await bet(free);
    await access.close();
    const volume = async () => (await detail(free)).totalVolume;
    await expect.poll(volume).toBe(0.001);
    expect(await detail(gated)).toMatchObject({ totalVolume: 0 });
  });

  test('are decided and paid to the base unit like any other, also after a restart', async () => {
    const question = 'Will it rain in Faro?';
    const pair = [await world.createMarket({ question }), await world.createMarket({ question })];
    for (const id of pair) {
      await world.bet(id, 'alice', 'Yes', '1.000000007');
      await world.bet(id, 'bob', 'Yes', '0.333333331');
      await world.bet(id, 'bob', 'No', '2.000000003');
    }
    const [hidden = '', control = ''] = pair;
    await hide(hidden);
    Object.assign(world, await world.restart({ TOTE_OPERATORS: operator.address }));
    expect((await detail(hidden)).hidden.reason).toBe(REASON);
    expect(await ids('?q=faro')).toEqual([control]);
    for (const id of pair) expect((await world.attest(id)).status).toBe(200);
    const paid = async (id: string) => {
      const { text } = await world.get(`/markets/${id}/payouts`);
      return [...text.matchAll(/"(?:wallet|payout)":("?[\w.]+"?)/g)].map(([, value]) => value);
    };
    await expect.poll(async () => (await detail(hidden)).settled).toBe(true);
    await expect.poll(async () => (await detail(control)).settled).toBe(true);
    expect(await paid(hidden)).toEqual(await paid(control));
    expect((await paid(hidden)).length).toBeGreaterThanOrEqual(4);
    expect(await detail(hidden)).toMatchObject({ winningOutcome: 'Yes', status: 'resolved' });
  });
});

// Which markets take bets of delegates: the rows of decisions.md about questions that contradict
// their condition, custom markets, mismatches, and markets that the operator hides.
import type { Address } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { compileCondition } from '@tote/conditions/compile-condition';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { getResolveMarketInstruction, MarketSource, readMarketFlags } from '@tote/program-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePageDir } from '../http/support/page-dir.ts';
import { createMint } from '../support/create-mint.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import {
  betOnChain,
  createMarketOnChain,
  type ForeignMarket,
  restartWith,
  useChainAccess,
} from './support/chain-access.ts';
import { requestsTo } from './support/creation.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, demoKey } from './support/wallets.ts';

const operator = await createKey();
const OPERATORS = { TOTE_OPERATORS: operator.address };
const world = useWorld(OPERATORS, undefined, { pageDir: makePageDir() });
const access = useChainAccess(world);
let alice: Key;
let bob: Key;
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
let oak: any;
let utilityMint: string;

beforeAll(async () => {
  [alice, bob] = await Promise.all([demoKey(world, 'alice'), demoKey(world, 'bob')]);
  const { body } = await world.get('/config');
  oak = body.demo.tokens[1];
  ({ utilityMint } = body);
});

const nowOf = async () => Date.parse((await world.get('/config')).body.now) / 1000;
const detail = (id: string) => world.detail(id);
const listed = async (query = '') => (await world.get(`/markets?limit=100${query}`)).body;
const feed = (threshold: string) => ({
  ...{ type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold },
});

const { create, fingerprint } = requestsTo(world);
const preview = (fields: object) => create(fields, '/markets/preview');
const prepare = async (fields: object) =>
  world.post('/markets/prepare', await world.marketBody({ ...fields, wallet: bob.address }));

async function flagsOf(marketId: string) {
  const address = marketId.slice('market_'.length) as Address;
  const account = await access.chain.accounts.findMarket(address);
  if (!account) throw new Error(`${marketId} is not on chain`);
  return readMarketFlags(account.flags);
}

describe('a question and a condition', () => {
  test('that say different things are 400, with both in words', async () => {
    const contradiction = {
      question: 'Will SOL be above $100000 at expiry?',
      condition: feed('1'),
    };
    const before = await fingerprint();
    for (const answer of [
      await create(contradiction),
      await prepare(contradiction),
      await preview(contradiction),
    ]) {
      expectRefusal(answer, 400, 'condition_contradicts_question');
      expect(answer.body.error).toMatch(/above \$100,000 .*above \$1 /);
    }
    const question = 'Will SOL be above $150 at expiry?';
    const attested = { question, condition: { type: 'attested' } };
    expectRefusal(await create(attested), 400, 'condition_contradicts_question');
    expect(await fingerprint()).toBe(before);
  });

  test('that agree make a market that delegates bet in', async () => {
    const question = 'Will SOL be above $150 at expiry?';
    const { status, body } = await create({ question, condition: feed('150.00') });
    expect([status, body.custom, body.mismatch]).toEqual([201, false, false]);
    expect((await world.bet(body.id, 'bob', 'No', 1)).status).toBe(201);
    expect((await flagsOf(body.id)).custom).toBe(false);
    const rain = await create({ condition: { type: 'attested' } });
    expect([rain.status, rain.body.custom]).toEqual([201, false]);
    expect(rain.body.warnings.join(' ')).toContain('The condition asks for an attestation');
  });

  test('of which only one says what is measured make a custom market', async () => {
    const fields = { question: 'Is this a good day?', condition: feed('150') };
    const seen = await preview(fields);
    expect(seen.body).toMatchObject({ custom: true });
    expect(seen.body.warnings.slice(0, 2)).toEqual([
      expect.stringContaining('your wallet must sign each bet'),
      expect.stringContaining('We could not match the rule to the question'),
    ]);
    const { status, body } = await create(fields);
    expect([status, body.custom]).toEqual([201, true]);
    expect(body.warnings).toEqual(seen.body.warnings);
    expect(await flagsOf(body.id)).toMatchObject({ custom: true });
    const summary = (await listed()).find(({ id }: { id: string }) => id === body.id);
    expect(summary).toMatchObject({ custom: true, details: body.details });
    expect(summary.details).toContain('is above 150 USD');
  });
});

describe('custom', () => {
  const fact = (account: string, owner: string) => ({
    ...{ type: 'account_fact', account, owner, offset: 48 },
    ...{ dataType: 'u8', comparator: 'eq', value: '2' },
  });
  const curve = () => fact(oak.bondingCurve, '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P');

  test('takes no bet of a delegate, only bets that the wallet signs', async () => {
    const { body } = await create({ question: 'Is it two?', condition: curve() });
    expect(body).toMatchObject({ custom: true, mismatch: false });
    expect(body.warnings.join(' ')).toContain(oak.bondingCurve);
    const before = await fingerprint();
    const refused = await world.bet(body.id, 'alice', 'Yes', 1);
    expectRefusal(refused, 403, 'market_custom');
    expect(await fingerprint()).toBe(before);
    const path = `/markets/${body.id}/bets`;
    const prepared = await world.post(`${path}/prepare`, {
      ...{ outcome: 'No', amount: 1, wallet: bob.address },
    });
    expect((await world.submit(bob, prepared, path)).status).toBe(201);
    expect((await detail(body.id)).betCount).toBe(1);
  });

  test('takes an initial stake only from a wallet that signs', async () => {
    const stake = { initialStake: { outcome: 'Yes', amount: 1 } };
    const fields = { question: 'Is it two?', condition: curve(), ...stake };
    const before = await fingerprint();
    const refused = await create(fields);
    expectRefusal(refused, 403, 'market_custom');
    expect(refused.body.error).toContain('POST /v1/markets/prepare');
    expect(await fingerprint()).toBe(before);
    const prepared = await prepare(fields);
    const landed = await world.submit(bob, prepared);
    expect([landed.status, landed.body.state], landed.text).toEqual([200, 'confirmed']);
    const { marketId } = prepared.body;
    const made = await detail(marketId);
    expect(made).toMatchObject({ custom: true, mismatch: false, totalVolume: 1, betCount: 1 });
    expectRefusal(await world.bet(marketId, 'alice', 'Yes', 1), 403, 'market_custom');
  });

  test('includes the supply of a mint that has an authority or does not exist', async () => {
    const supply = (tokenAddress: string) => ({
      question: 'Will the supply of it be below 7 at expiry?',
      ...{ tokenAddress, condition: { type: 'token_supply', comparator: 'lt', threshold: '7' } },
    });
    const mint = { owner: access.relayer, supply: 5_000_000n, decimals: 6 };
    const fixed = await createMint(access.chain, mint);
    const living = await createMint(access.chain, { ...mint, isMintable: true });
    const absent = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
    for (const [token, expected] of [
      [living.mint, `${access.relayer.address} can change the supply at will`],
      [utilityMint, 'can change the supply at will'],
      [absent, 'The mint does not exist yet'],
      // An account, but of another kind.
      [oak.bondingCurve, 'The mint cannot be read'],
    ] as const) {
      const { status, body } = await create(supply(token));
      expect([status, body.custom], token).toEqual([201, true]);
      expect(body.warnings.join(' ')).toContain(expected);
      expectRefusal(await world.bet(body.id, 'bob', 'No', 1), 403, 'market_custom');
    }
    const { body } = await create(supply(fixed.mint));
    expect(body.custom).toBe(false);
    expect((await world.bet(body.id, 'bob', 'No', 1)).status).toBe(201);
  });
});

describe('a condition that is not what decides', () => {
  /** By alice, directly on chain: the text of one question with the rule of another. */
  async function createMismatch(fields: Partial<ForeignMarket> = {}) {
    const expiresAt = ((await nowOf()) + 3_600) as never;
    const compile = (question: string) =>
      compileCondition({ question, tokenAddress: null, expiresAt });
    const question = 'Will SOL be above $100000 at expiry?';
    const { canonical: condition } = await compile(question);
    const { decider } = await compile('Will SOL be above $1 at expiry?');
    const market = { question, condition, decider, seconds: 3_600, closesBefore: 60 };
    const id = await createMarketOnChain(access, alice, { ...market, ...fields });
    await expect.poll(async () => (await world.get(`/markets/${id}`)).status).toBe(200);
    return { id, market: id.slice('market_'.length) as Address };
  }

  test('can be resolved on chain by anyone with the evidence, and is then paid', async () => {
    const { id, market } = await createMismatch();
    await betOnChain(access, alice, id, { outcome: 'Yes', amount: 1_000_000_000n });
    const { expireAt } = await detail(id);
    const correct = await world.createMarket({
      ...{ question: 'Will SOL be above $2 at expiry?', expireAt },
    });
    await world.advance(3_605);
    await expect.poll(async () => (await detail(correct)).status).toBe('resolved');
    await resolveWithAny(market);
    await expect
      .poll(() => detail(id))
      .toMatchObject({ status: 'resolved', winningOutcome: 'Yes', mismatch: true, settled: true });
    expect((await listed('&status=resolved')).map((each: { id: string }) => each.id)).not.toContain(
      id,
    );
    expect((await world.get(`/markets/${id}/result`, { as: 'alice' })).status).toBe(200);
  });

  test('is not attested either', async () => {
    const { id } = await createMismatch({
      condition: '{"tokenAddress":null,"type":"attested","version":1}',
      decider: { source: MarketSource.Oracle },
      isTriggered: false,
    });
    expect((await detail(id)).mismatchReason).toMatch(
      /^By its condition it is triggered and gated/,
    );
    expectRefusal(await world.attest(id), 403, 'market_mismatch');
    expect((await detail(id)).status).toBe('open');
  });

  /** With a genuine price update that exists for another market. */
  async function resolveWithAny(market: Address): Promise<void> {
    const { chain, send } = access;
    const updates = await chain.rpc
      .getProgramAccounts(PYTH_RECEIVER, { encoding: 'base64' })
      .send();
    const { programAddress } = chain;
    for (const { pubkey: observedAccount } of updates) {
      const input = { market, observedAccount };
      const instruction = getResolveMarketInstruction(input, { programAddress });
      const isTaken = await send([instruction], alice).then(
        () => true,
        () => false,
      );
      if (isTaken) return;
    }
    throw new Error('no update decides it');
  }
});

test('a market of the service never has a mismatch, for any condition', async () => {
  for (const market of await listed()) expect((await detail(market.id)).mismatch).toBe(false);
});

describe('hidden markets', () => {
  const REASON = 'It names a private person.';
  const hide = (id: string, reason: unknown = REASON, key = operator) =>
    callSigned(world, key, 'POST', `/markets/${id}/hidden`, { body: { reason } });
  const unhide = (id: string) => callSigned(world, operator, 'DELETE', `/markets/${id}/hidden`);
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
    const bet = (id: string) =>
      betOnChain(access, alice, id, { outcome: 'Yes', amount: 1_000_000n });
    await expect(bet(gated)).rejects.toThrow();
    await bet(free);
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
    await restartWith(world, access, OPERATORS);
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

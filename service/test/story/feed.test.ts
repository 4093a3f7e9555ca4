import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EVENTS } from '../../src/feed/events.ts';
import { backUpData, restoreData } from '../../src/wiring/backup-command.ts';
import {
  betOnChain,
  restartWith,
  setVetoSeconds,
  useChainAccess,
  veto,
} from '../conformance/support/chain-access.ts';
import { type Envelope, EventReader } from '../conformance/support/event-reader.ts';
import { act, demoKey } from '../conformance/support/wallets.ts';
import { Admin } from '../support/admin.ts';
import { newFolder } from '../support/new-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { World, worldConfig } from '../support/world.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const VERDICT = { attestation: { silence: 'refund' } };

/** They take a failing chain, or more bettors than there are here. Their types are checked. */
const NOT_MADE = ['bet.failed', 'settlement.progress', 'feed.reset'];

const open = (world: World, query = '', headers: Record<string, string> = {}) =>
  EventReader.open(`${world.service.baseUrl}/events${query}`, headers);
const envelopes = ({ events }: EventReader): Envelope[] => events.map(({ data }) => data);

describe('the feed of a running service', () => {
  const world = useWorld();
  const access = useChainAccess(world);
  let live: EventReader;
  let ofBob: EventReader;

  beforeAll(async () => {
    live = await open(world, '?lastEventId=0');
    ofBob = await open(world, `?lastEventId=0&wallet=${world.wallet('bob').address}`);
  });
  afterAll(() => {
    for (const reader of [live, ofBob]) reader.close();
  });

  const dataOf = (type: string, marketId: string | null) =>
    envelopes(live)
      .filter((event) => event.type === type && event.marketId === marketId)
      .map(({ data }) => data);
  const waitFor = (type: string, marketId: string | null, count = 1) =>
    expect.poll(() => dataOf(type, marketId).length).toBe(count);

  test('says what every wallet was paid, and what it had staked', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'alice', 'Yes', '1.000000001');
    await world.bet(id, 'bob', 'No', 2);
    await world.bet(id, 'bob', 'Yes', '0.5');
    await world.advance(HOUR + 1);
    await waitFor('settlement.finished', id);
    const [alice, bob] = [world.wallet('alice').address, world.wallet('bob').address];
    const shared = { winningOutcome: 'No', currency: 'SOL', transactionId: expect.any(String) };
    const settled = dataOf('position.settled', id);
    expect(settled.find(({ wallet }) => wallet === alice)).toEqual({
      ...{ ...shared, wallet: alice, state: 'lost', payout: 0 },
      stakes: { Yes: 1.000000001, No: 0 },
    });
    const { body } = await world.get(`/markets/${id}/payouts`);
    const paid = body.find(({ wallet }: { wallet: string }) => wallet === bob);
    expect(settled.find(({ wallet }) => wallet === bob)).toEqual({
      ...{ ...shared, wallet: bob, state: 'won', payout: paid.payout, stakes: paid.stakes },
      transactionId: paid.transactionId,
    });
    expect(settled).toHaveLength(2);
    const ofMarket = () => envelopes(live).filter(({ marketId }) => marketId === id);
    const types = ofMarket().map(({ type }) => type);
    const steps = types.filter((type) => type !== 'bet.pending' && type !== 'odds.changed');
    expect(steps).toEqual([
      ...['market.created', 'bet.confirmed', 'bet.confirmed', 'bet.confirmed', 'market.closed'],
      ...['market.resolved', 'position.settled', 'position.settled', 'settlement.finished'],
    ]);
    expect(types).toContain('odds.changed');
    const only = await open(world, `?marketId=${id}&lastEventId=0`);
    await expect.poll(() => envelopes(only)).toEqual(ofMarket());
    only.close();
  });

  test('has a bet that the wallet sent to the chain itself, and the stake of a creator', async () => {
    const initialStake = { outcome: 'Yes', amount: '0.25' };
    // Not gated: then a bet needs no signature of the service.
    const id = await world.createMarket({ ...VERDICT, initialStake });
    await waitFor('bet.confirmed', id);
    const alice = world.wallet('alice').address;
    expect(dataOf('bet.confirmed', id)[0]).toMatchObject({ ...initialStake, amount: 0.25 });
    expect(dataOf('bet.confirmed', id)[0]?.wallet).toBe(alice);
    const bob = await demoKey(world, 'bob');
    await betOnChain(access, bob, id, { outcome: 'No', amount: 1_500_000_000n });
    await waitFor('bet.confirmed', id, 2);
    const [, bet] = dataOf('bet.confirmed', id);
    expect(bet).toMatchObject({ wallet: bob.address, outcome: 'No', amount: 1.5 });
    const { body } = await world.get(`/bets/${bet?.betId}`);
    expect(body).toMatchObject({ wallet: bob.address, transactionId: bet?.transactionId });
  });

  test('asks the oracle for a verdict, once, also after a restart', async () => {
    const first = envelopes(live).find(({ data }) => data.outcome === 'No' && data.amount === 1.5);
    const question = 'Will it rain in Porto?';
    const id = await world.createMarket({ question, ...VERDICT });
    const { attestation, expireAt } = (await world.get(`/markets/${id}`)).body;
    const event = await world.createMarket({ question: 'Will it snow in Lisbon?' });
    await world.advance(HOUR + 1);
    await waitFor('attestation.wanted', id);
    const oracle = world.wallet('oracle').address;
    const wanted = { question, oracle, expireAt, endsAt: attestation.endsAt };
    expect(dataOf('attestation.wanted', id)).toEqual([wanted]);
    const types = envelopes(live).flatMap(({ marketId, type }) => (marketId === id ? type : []));
    expect(types.indexOf('market.closed')).toBeLessThan(types.indexOf('attestation.wanted'));

    for (const reader of [live, ofBob]) reader.close();
    const before = [envelopes(live), envelopes(ofBob)] as const;
    await restartWith(world, access);
    const resume = (events: readonly Envelope[]) => ({ 'last-event-id': events.at(-1)?.id ?? '' });
    const all = live;
    live = await open(world, '', resume(before[0]));
    live.events.unshift(...all.events);
    const hers = ofBob;
    ofBob = await open(world, `?wallet=${world.wallet('bob').address}`, resume(before[1]));
    ofBob.events.unshift(...hers.events);
    const ofOracle = await open(world, `?wallet=${oracle}&lastEventId=0`);
    const [other, last] = [await world.createMarket(VERDICT), await world.createMarket(VERDICT)];
    await world.advance(HOUR + 1);
    await waitFor('attestation.wanted', other);
    await waitFor('attestation.wanted', last);
    expect(dataOf('attestation.wanted', id)).toHaveLength(1);
    expect(dataOf('attestation.wanted', event)).toHaveLength(0);
    expect((await world.attest(id)).body).toMatchObject({ winningOutcome: 'Yes' });
    const asked = () => ofOracle.events.map(({ data }) => data.marketId).sort();
    await expect.poll(asked).toEqual([first?.marketId, id, other, last].sort());
    ofOracle.close();
  });

  test('has an outcome under veto, and the veto', async () => {
    await setVetoSeconds(access, HOUR);
    await waitFor('config.applied', null);
    const [kept, vetoed] = [await world.createMarket(), await world.createMarket()];
    for (const id of [kept, vetoed]) {
      await world.bet(id, 'alice', 'Yes', 1);
      await world.bet(id, 'bob', 'No', 1);
      await world.attest(id);
      await waitFor('market.proposed', id);
      const { proposedOutcome, vetoEndsAt } = (await world.get(`/markets/${id}`)).body;
      expect(dataOf('market.proposed', id)).toEqual([{ proposedOutcome: 'Yes', vetoEndsAt }]);
      expect(proposedOutcome).toBe('Yes');
    }
    await veto(access, vetoed);
    await waitFor('market.refunded', vetoed);
    expect(dataOf('market.vetoed', vetoed)).toEqual([{ vetoedOutcome: 'Yes' }]);
    expect(dataOf('market.refunded', vetoed)[0]).toMatchObject({
      ...{ winningOutcome: null, refundReason: 'veto' },
    });
    await waitFor('position.settled', vetoed, 2);
    for (const { state, payout } of dataOf('position.settled', vetoed)) {
      expect([state, payout]).toEqual(['refunded', 1]);
    }
    expect(dataOf('market.resolved', kept)).toEqual([]);
    await world.advance(HOUR + 1);
    await waitFor('market.resolved', kept);
    expect(dataOf('market.vetoed', kept)).toEqual([]);
    await setVetoSeconds(access, 0);
    await waitFor('config.applied', null, 2);
  });

  test('has deposits, withdrawals and delegates', async () => {
    const bob = await demoKey(world, 'bob');
    const find = async ({ body }: { body: { transactionId: string } }) => {
      const byId = () => envelopes(live).find((each) => isOf(each.data, body.transactionId));
      await expect.poll(byId).toBeDefined();
      return byId();
    };
    const isOf = (data: Envelope['data'], id: string) => data.transactionId === id;
    const balance = async () => (await world.balances('bob')).SOL;
    const shared = { wallet: bob.address, currency: 'SOL' };
    const money = { currency: 'SOL', amount: 1.5 };
    expect(await find(await world.post('/faucet', money, { as: 'bob' }))).toMatchObject({
      ...{ type: 'account.deposited', marketId: null },
      data: { ...shared, amount: 1.5, balance: await balance() },
    });
    const withdraw = [{ type: 'withdraw', currency: 'SOL', amount: '0.000000001' }];
    expect(await find(await act(world, bob, withdraw))).toMatchObject({
      type: 'account.withdrawn',
      data: { ...shared, amount: 1e-9, balance: await balance(), autoWithdraw: false },
    });
    const { delegate } = (await world.get('/account', { as: 'bob' })).body;
    const choose = async (choice: object) => {
      const event = await find(await act(world, bob, [{ type: 'delegate', ...choice }]));
      expect(event).toMatchObject({ type: 'delegate.changed', data: { wallet: bob.address } });
      return event?.data.delegate;
    };
    expect(await choose({ delegate: null })).toBe(null);
    const { expiresAt } = delegate;
    const allowance = { SOL: '100', UTILITY: '7.5' };
    expect(await choose({ expiresAt, allowance })).toEqual({
      ...delegate,
      allowance: { SOL: 100, UTILITY: 7.5 },
    });
  });

  test('has changes of the Config', async () => {
    const admin = await Admin.of(world);
    onTestFinished(() => admin.close());
    await admin.update({ changeDelay: DAY });
    await waitFor('config.applied', null, 3);
    await admin.update({ burnBps: 300 });
    await waitFor('config.announced', null);
    await admin.cancel();
    await waitFor('config.cancelled', null);
    await admin.disable({ operator: true });
    await waitFor('keys.disabled', null);
  });

  test('gives a wallet what concerns it, live and in a replay, and nothing else', async () => {
    const bob = world.wallet('bob').address;
    const bets = envelopes(live).filter(
      ({ type, data }) => type === 'bet.confirmed' && data.wallet === bob,
    );
    const staked = new Set(bets.map(({ marketId }) => marketId));
    const ofMarkets = /^market\.(closed|proposed|vetoed|resolved|refunded)$/;
    const expected = envelopes(live).filter(
      ({ type, data, marketId }) =>
        data.wallet === bob || (ofMarkets.test(type) && staked.has(marketId)),
    );
    const types = new Set(expected.filter(isPrompt).map(({ type }) => type));
    expect(types.size).toBe(10);
    const isOther = (event: Envelope) => !isFinalized(event);
    await expect.poll(() => envelopes(ofBob).filter(isOther)).toEqual(expected);
    // On this stream, every transaction of his becomes final, and it is said once.
    const done = new Set(expected.flatMap(({ data }) => data.transactionId ?? []));
    const final = () =>
      envelopes(ofBob)
        .filter(isFinalized)
        .flatMap(({ data }) => data.transactionIds as string[]);
    await expect.poll(() => final().sort()).toEqual([...done].sort());
  });

  test('every event is as its schema says, and nearly every type was made', async () => {
    expect(await listInvalidEvents(world, [...envelopes(live), ...envelopes(ofBob)])).toEqual([]);
    // Only a slow machine makes it.
    const made = new Set<string>([...live.types, 'bet.pending']);
    expect(
      Object.keys(EVENTS)
        .filter((type) => !made.has(type))
        .sort(),
    ).toEqual([...NOT_MADE].sort());
    expect(live.response.headers.get('content-type')).toContain('text/event-stream');
    for (const { id, event, data } of live.events) {
      expect(Object.keys(data)).toEqual(['id', 'type', 'marketId', 'data', 'at']);
      expect([data.id, data.type, new Date(data.at).toISOString()]).toEqual([id, event, data.at]);
    }
    const ids = envelopes(live).map(({ id }) => BigInt(id));
    expect(ids.every((id, at) => at === 0 || id === (ids[at - 1] as bigint) + 1n)).toBe(true);
  });
});

/** What is wrong with each of the events; nothing if all is well. */
async function listInvalidEvents(world: World, events: readonly Envelope[]): Promise<string[]> {
  const { components } = (await world.get('/openapi.json')).body;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'tote', components });
  const validate = ajv.compile({ $ref: 'tote#/components/schemas/FeedEvent' });
  const names = new Map(
    Object.entries<Published>(components.schemas).map(([name, { properties }]) => [
      properties?.type?.const,
      name,
    ]),
  );
  return events.flatMap((event) => {
    const isValid: boolean = validate(event);
    if (isValid) return [];
    const name = names.get(event.type);
    if (name === undefined) return `${event.type} has no schema`;
    const one = ajv.compile({ $ref: `tote#/components/schemas/${name}` });
    one(event);
    return `${JSON.stringify(event)}: ${ajv.errorsText(one.errors)}`;
  });
}

interface Published {
  readonly properties?: { readonly type?: { readonly const?: string } };
}

const isFinalized = ({ type }: Envelope) => type === 'transaction.finalized';
/** Not one that comes after a while, whatever happens meanwhile. */
const isPrompt = (event: Envelope) => !isFinalized(event) && event.type !== 'bet.pending';

/** The newest event of a world in which there was a bet. */
async function betOnce(world: World): Promise<{ marketId: string; last: string }> {
  const reader = await open(world, '?lastEventId=0');
  // What made the demo wallets comes a moment after the start.
  const isMade = () => reader.types.filter((type) => type === 'delegate.changed').length;
  await expect.poll(isMade).toBe(2);
  const marketId = await world.createMarket();
  await world.bet(marketId, 'alice', 'Yes', 1);
  const isOfMarket = (event: Envelope) => isPrompt(event) && event.marketId === marketId;
  await expect.poll(() => envelopes(reader).filter(isOfMarket).length).toBe(3);
  reader.close();
  return { marketId, last: reader.events.at(-1)?.id ?? '' };
}

/** The reset, and the events of a bet that is placed afterwards. */
async function resumeAndBet(world: World, marketId: string, last: string) {
  const reader = await open(world, '', { 'last-event-id': last });
  await expect.poll(() => reader.types).toContain('feed.reset');
  await world.bet(marketId, 'alice', 'Yes', 2);
  await expect.poll(() => reader.types).toContain('bet.confirmed');
  reader.close();
  const [reset, ...events] = envelopes(reader).filter(isPrompt);
  expect(reset).toMatchObject({ type: 'feed.reset', data: { lastEventId: last } });
  expect(await listInvalidEvents(world, envelopes(reader))).toEqual([]);
  for (const { id } of events) expect(BigInt(id)).toBeGreaterThan(BigInt(last));
  // A reader that resumes after the reset has missed nothing.
  const again = await open(world, '', { 'last-event-id': reset?.id ?? '' });
  await expect.poll(() => envelopes(again).filter(isPrompt)).toEqual(events);
  again.close();
  return events;
}

describe('an id that the feed does not have', () => {
  test('because it is of events after the backup that was restored', async () => {
    const world = await World.start();
    onTestFinished(() => world.close());
    const { marketId } = await betOnce(world);
    const folder = newFolder();
    const file = join(folder, 'tote.backup');
    backUpData(worldConfig(world.dir), [file, '--with-keys']);
    const { last } = await betOnce(world);
    const elsewhere = join(folder, 'data');
    await restoreData(worldConfig(elsewhere), [file]);
    const restored = await World.start({}, elsewhere);
    onTestFinished(() => restored.service.close());
    await resumeAndBet(restored, marketId, last);
  });

  test('because nobody had it yet: over both streams', async () => {
    await using world = await World.start();
    const { marketId, last } = await betOnce(world);
    const asked = String(BigInt(last) + 1_000n);
    const reader = await open(world, `?lastEventId=${asked}`);
    const { WebSocket } = await import('ws');
    const url = `${world.service.baseUrl.replace('http', 'ws')}/ws?lastEventId=${asked}`;
    const socket = new WebSocket(url);
    const messages: Envelope[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    const sent = () => messages.filter(isPrompt);
    const read = () => envelopes(reader).filter(isPrompt);
    await expect.poll(() => sent().length).toBe(1);
    await expect.poll(() => read().length).toBe(1);
    await world.bet(marketId, 'bob', 'No', 1);
    await expect.poll(() => sent().length).toBe(3);
    await expect.poll(() => read().length).toBe(3);
    socket.terminate();
    reader.close();
    expect(sent()[0]).toMatchObject({ type: 'feed.reset', data: { lastEventId: asked } });
    const withoutTime = (events: readonly Envelope[]) => events.map(({ at: _, ...rest }) => rest);
    expect(withoutTime(sent())).toEqual(withoutTime(read()));
    for (const { id } of sent().slice(1)) expect(BigInt(id)).toBeGreaterThan(BigInt(last));
  });
});

// The path of a price at expiry on a cluster, from Hermes through the receiver to the outcome, and
// everything that can fail on it. Bad data decides nothing.
import type { Address } from '@solana/kit';
import { Batcher } from '@tote/chain/lib/batcher';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import { encodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import type { WantedUpdate } from '@tote/conditions/oracles/price-updates';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  makeUpdate,
  priceAt,
} from '../../../../packages/conditions/test/oracles/support/pyth-updates.ts';
import { listEvidence } from '../../../src/store/journal/evidence.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { createGate } from '../../support/create-gate.ts';
import {
  awaitEnd,
  awaitFailure,
  createMarket,
  eventually,
  getMarket,
  passTime,
} from '../support.ts';
import { type PriceWorld, startPriceWorld } from './price-updates-support.ts';

const SOL = getFeed('SOL').feedId;
const BTC = getFeed('BTC').feedId;

let world: PriceWorld;
beforeEach(async () => {
  world = await startPriceWorld();
});
afterEach(() => world.close());

/** `priceAt` says 150.12345678. */
function createPriceMarket(threshold = '150', feed = 'SOL'): Promise<MarketView> {
  const asked = { type: 'price_feed', feed, comparator: 'gt', threshold, timing: 'at_expiry' };
  return createMarket(world, {
    ...{ expiresIn: 100, closesBefore: 60, refundAfter: 3_600 },
    asked,
  });
}

const closedAll = () =>
  eventually(
    async () => [...world.closed].sort(),
    (closed) => closed.length === world.posted.length,
  );

const ownerOf = async (address: Address) =>
  (await readSample(world.chain, [address])).accounts[0]?.owner;

const wantedBy = ({ expiresAt, refundAt }: MarketView): WantedUpdate => ({
  ...{ feedId: SOL, receiver: PYTH_RECEIVER, moment: expiresAt, keptUntil: refundAt },
  accepts: ({ owner }) => owner === PYTH_RECEIVER,
});

test('the price of the moment is fetched, posted, used and removed', async () => {
  const above = await createPriceMarket('150.12345677');
  const equal = await createPriceMarket('150.12345678');
  await passTime(world, 100);
  world.startKeeper(world.openUpdates());
  expect(await awaitEnd(world, above)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
  expect(await awaitEnd(world, equal)).toMatchObject({ kind: 'resolved', outcome: 'No' });
  await closedAll();
  // Both expire in the same second or in two, and those of a second share everything.
  const moments = new Set([above.expiresAt, equal.expiresAt]);
  expect(world.posted).toHaveLength(moments.size);
  expect(new Set(world.hermes.requests.map(({ moment }) => moment))).toEqual(moments);
  for (const account of world.posted) expect(await ownerOf(account)).toBeNull();
  const [evidence] = await listEvidence(world.store.db, above.id);
  expect(evidence).toContain(world.posted[0]);
});

test('feeds of a moment that are wanted during a request share the next one', async () => {
  const market = await createPriceMarket();
  await passTime(world, 100);
  const { answer } = world.hermes;
  const released = createGate();
  // The first request gets no answer until all others wait.
  world.hermes.answer = (request) => {
    world.hermes.answer = answer;
    return (response) => {
      const data = (answer(request) as Buffer[]).map((update) => update.toString('base64'));
      const body = JSON.stringify({ binary: { encoding: 'base64', data } });
      void released.opened.then(() => response.end(body));
    };
  };
  const updates = world.openUpdates();
  const post = (symbol: string) =>
    updates.post({ ...wantedBy(market), feedId: getFeed(symbol).feedId });
  const first = post('SOL');
  await expect.poll(() => world.hermes.requests.length).toBe(1);
  const added = vi.spyOn(Batcher.prototype, 'add');
  const others = ['BTC', 'ETH', 'SOL'].map(post);
  const isAsked = ([item]: unknown[]) => (item as { feedId?: string }).feedId !== undefined;
  await expect.poll(() => added.mock.calls.filter(isAsked)).toHaveLength(3);
  added.mockRestore();
  released.open();
  expect(new Set(await Promise.all([first, ...others])).size).toBe(3);
  expect(world.hermes.requests.map(({ feedIds }) => feedIds.length)).toEqual([1, 3]);
  expect(world.posted).toHaveLength(3);
});

test('an account of a sponsor that has the update is used instead', async () => {
  const market = await createPriceMarket();
  const address = await findPythPushAddress(SOL);
  const by = { writeAuthority: address, postedSlot: 1n };
  const data = encodePythPriceUpdate(priceAt(market.expiresAt), by);
  await passTime(world, 100);
  await world.localnet.sandbox.setAccounts([
    { address, lamports: 2_000_000n, owner: PYTH_RECEIVER, data },
  ]);
  world.startKeeper(world.openUpdates());
  expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
  expect([world.posted, world.hermes.requests]).toEqual([[], []]);
});

const only = (update: (moment: number) => Parameters<typeof priceAt>[1]) => {
  const answer: PriceWorld['hermes']['answer'] = ({ moment = 0 }) => [
    makeUpdate([priceAt(moment, update(moment))]),
  ];
  return answer;
};
const at = (seconds: number, previous = seconds - 1) =>
  only((moment) => ({
    publishedAt: BigInt(moment + seconds),
    previousPublishedAt: BigInt(moment + previous),
  }));

const BAD: readonly (readonly [string, PriceWorld['hermes']['answer'], RegExp])[] = [
  ['is unreachable', () => (response) => void response.destroy(), /does not answer/],
  ['is broken', () => (response) => void response.writeHead(500).end(), /does not answer/],
  ['has no update yet', () => undefined, /no update/],
  ['sends garbage', () => [Buffer.from('garbage')], /does not answer/],
  ['sends another feed', only(() => ({ feedId: BTC })), /no update/],
  ['sends the second before', at(-1), /no update/],
  ['sends the second after, which is not the first', at(1, 0), /no update/],
  ['sends a later one of that second', at(0, 0), /no update/],
  ['sends the first, but too late', at(61, -1), /cannot decide/],
  ['sends an uncertain price', only(() => ({ confidence: 10n ** 12n })), /cannot decide/],
  ['sends a price of zero', only(() => ({ price: 0n })), /cannot decide/],
  ['sends another exponent', only(() => ({ exponent: -9 })), /cannot decide/],
];

test('bad answers of Hermes decide nothing and post nothing, and the market is refunded', async () => {
  const refunded = { kind: 'refunded', outcome: null, refundReason: 'deadline' };
  for (const [what, answer, reason] of BAD) {
    world.hermes.answer = answer;
    const market = await createPriceMarket('1');
    await passTime(world, 100);
    const keeper = world.startKeeper(world.openUpdates());
    expect(await awaitFailure(keeper, market), what).toMatch(reason);
    expect((await getMarket(world, market.id)).end, what).toBeNull();
    await passTime(world, 3_600);
    keeper.wake();
    expect(await awaitEnd(world, market), what).toMatchObject(refunded);
    await keeper.stop();
    expect(world.posted, what).toEqual([]);
  }
});

test('the last second that counts decides', async () => {
  world.hermes.answer = ({ moment = 0 }) => [
    makeUpdate([priceAt(moment, { publishedAt: BigInt(moment + 60) })]),
  ];
  const market = await createPriceMarket();
  await passTime(world, 100);
  world.startKeeper(world.openUpdates());
  expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
});

test('Hermes comes back, and the market is decided', async () => {
  const { answer } = world.hermes;
  world.hermes.answer = () => (response) => void response.destroy();
  const market = await createPriceMarket();
  await passTime(world, 100);
  const keeper = world.startKeeper(world.openUpdates());
  await awaitFailure(keeper, market);
  world.hermes.answer = answer;
  expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
});

test('too few signatures decide nothing, and the account is closed in the end', async () => {
  world.hermes.answer = ({ moment = 0 }) => [makeUpdate([priceAt(moment)], { signatures: 12 })];
  const market = await createPriceMarket();
  await passTime(world, 100);
  const keeper = world.startKeeper(world.openUpdates());
  await awaitFailure(keeper, market);
  await passTime(world, 3_600);
  keeper.wake();
  expect(await awaitEnd(world, market)).toMatchObject({ kind: 'refunded' });
  expect(new Set(world.posted).size).toBe(1);
  await expect.poll(() => world.closed.length).toBeGreaterThan(0);
});

describe('interrupted', () => {
  test('before the update is posted: it is posted later', async () => {
    let isDown = true;
    world.beforeSend = () => {
      if (isDown) throw new Error('the process ended');
    };
    const market = await createPriceMarket();
    await passTime(world, 100);
    const keeper = world.startKeeper(world.openUpdates());
    await awaitFailure(keeper, market);
    await keeper.stop();
    expect(world.posted).toEqual([]);
    isDown = false;
    world.startKeeper(world.openUpdates());
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved' });
    await closedAll();
    expect(world.posted).toHaveLength(1);
  });

  test('after the update was posted: the next process uses the same account', async () => {
    let isDown = true;
    world.afterSend = () => {
      if (isDown) throw new Error('the process ended');
    };
    const market = await createPriceMarket();
    await passTime(world, 100);
    // The first process never learns that it landed.
    await expect(world.openUpdates().post(wantedBy(market))).rejects.toThrow('the process ended');
    expect(world.posted).toHaveLength(1);
    isDown = false;
    const requests = world.hermes.requests.length;
    world.startKeeper(world.openUpdates());
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved' });
    await closedAll();
    expect(world.posted).toHaveLength(1);
    expect(world.hermes.requests).toHaveLength(requests);
  });

  test('before the account is closed: the next process finds and closes it', async () => {
    world.beforeSend = () => {
      if (world.posted.length > 0) throw new Error('the process ended');
    };
    const market = await createPriceMarket();
    await passTime(world, 100);
    const keeper = world.startKeeper(world.openUpdates());
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved' });
    await keeper.stop();
    expect(world.closed).toEqual([]);
    world.beforeSend = () => undefined;
    world.startKeeper(world.openUpdates());
    expect(await closedAll()).toEqual(world.posted);
  });
});

test('an account is not closed while a market needs it', async () => {
  const market = await createPriceMarket();
  const updates = world.openUpdates();
  await passTime(world, 100);
  const address = await updates.post(wantedBy(market));
  const [opened] = await updates.opened.list();
  expect(opened).toEqual({
    ...{ address, receiver: PYTH_RECEIVER, publishedAt: BigInt(market.expiresAt) },
    previousPublishedAt: BigInt(market.expiresAt) - 1n,
  });
  const span = { after: BigInt(market.expiresAt) - 1n, until: BigInt(market.expiresAt) };
  expect(await world.reads.hasTimedFact(span)).toBe(true);
  expect(await world.reads.hasTimedFact({ after: span.until, until: span.until + 9n })).toBe(false);
  expect(await world.reads.hasTimedFact({ after: 0n, until: span.after })).toBe(false);
  world.startKeeper(updates);
  await awaitEnd(world, market);
  expect(await world.reads.hasTimedFact(span)).toBe(false);
  expect(await closedAll()).toEqual([address]);
  // Closing what is closed already changes nothing.
  await updates.opened.close([opened as NonNullable<typeof opened>]);
  expect(world.closed).toEqual([address]);
});

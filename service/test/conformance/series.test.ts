// Series over HTTP: who may start and stop one, the limits of its fields, its rounds, and the money
// of a round in which the owner has staked on both sides.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { address, createSolanaRpc } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { SQLITE_FILE } from '../../src/store/sqlite/open-sqlite.ts';
import { useWorld } from '../support/use-world.ts';
import type { Json } from '../support/world.ts';
import { EventReader } from './support/event-reader.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, createWallet, demoKey, operatedByAlice } from './support/wallets.ts';

const [env, dir] = await operatedByAlice();
const world = useWorld(env, dir);
/** Alice. */
let owner: Key;
beforeAll(async () => {
  owner = await demoKey(world, 'alice');
});

const SERIES = {
  question: 'Will SOL be higher at {end} than at {start}?',
  currency: 'SOL',
  condition: { type: 'change', of: 'price_feed', feed: 'SOL', comparator: 'gt', times: '1' },
  cadence: '5m',
};
const start = (fields: object = {}, options = {}) =>
  callSigned(world, owner, 'POST', '/series', { body: { ...SERIES, ...fields }, ...options });
const stop = (id: string) => callSigned(world, owner, 'DELETE', `/series/${id}`);
const show = async (id: string): Promise<Json> => (await world.get(`/series/${id}`)).body;
const listed = async () => (await world.get('/series')).text;
const now = async () => Date.parse((await world.get('/config')).body.now);
const opened = (id: string) => until(async () => expect((await show(id)).next.state).toBe('open'));

describe('POST /v1/series', () => {
  test('is for operators, whatever scopes the key of another wallet has', async () => {
    const before = await listed();
    const bob = await demoKey(world, 'bob');
    const signed = await callSigned(world, bob, 'POST', '/series', { body: SERIES });
    expectRefusal(signed, 403, 'wallet_not_operator');
    const stranger = await createWallet(world, ['read', 'bet', 'create', 'attest', 'manage']);
    expectRefusal(await world.post('/series', SERIES, stranger.as), 403, 'not_allowed');
    expectRefusal(await world.post('/series', SERIES), 401, 'credential_missing');
    expectRefusal(await world.post('/series', SERIES, { as: 'alice' }), 403, 'not_allowed');
    expect(await listed()).toBe(before);
  });

  test.each([
    [{ cadence: '30s' }, 'field_invalid'],
    [{ cadence: '2mo' }, 'field_invalid'],
    [{ closesAfterStart: 301 }, 'field_invalid'],
    [{ opensBeforeStart: 299 }, 'field_invalid'],
    [{ opensBeforeStart: 30_001 }, 'field_invalid'],
    [{ closesAfterStart: 120, opensBeforeStart: 179 }, 'field_invalid'],
    [{ currency: 'USD' }, 'currency_invalid'],
    [{ question: 'So' }, 'question_length_out_of_range'],
    [{ condition: { ...SERIES.condition, feed: 'NOTHING' } }, 'condition_invalid'],
    [{ condition: { ...SERIES.condition, from: '{end}' } }, 'condition_invalid'],
    [{ question: `${'{start}'.repeat(40)}?` }, 'question_length_out_of_range'],
    [{ initialStake: { Yes: 0 } }, 'stake_below_minimum'],
  ] as const)('%j is 400 %s and starts nothing', async (fields, code) => {
    const before = await listed();
    expectRefusal(await start(fields), 400, code);
    expect(await listed()).toBe(before);
  });

  test('a stake that the account of the owner cannot pay is 402', async () => {
    const before = await listed();
    expectRefusal(await start({ initialStake: { Yes: 60, No: 60 } }), 402, 'funds_insufficient');
    expect(await listed()).toBe(before);
  });

  test.each([
    [{ cadence: '1m' }, [60, 0]],
    [{ cadence: '1mo' }, [31 * 86_400, 0]],
    [{ opensBeforeStart: 300 }, [300, 0]],
    [{ opensBeforeStart: 30_000 }, [30_000, 0]],
    [{ closesAfterStart: 120, opensBeforeStart: 180 }, [180, 120]],
    [{ closesAfterStart: 300 }, [0, 300]],
  ])('%j is accepted', async (fields, [opensBeforeStart, closesAfterStart]) => {
    const made = await start(fields);
    expect(made.body).toMatchObject({ ...SERIES, ...fields, opensBeforeStart, closesAfterStart });
    // It says how its rounds are decided, and from when on an outcome is final.
    expect(made.body).toMatchObject({ decidedBy: 'samples', vetoSeconds: 0, missedRounds: 0 });
    expect((await stop(made.body.id)).body.stoppedAt).not.toBeNull();
  });

  test('the same Idempotency-Key starts one', async () => {
    const options = { idempotencyKey: 'one-series' };
    const first = await start({}, options);
    expect((await start({}, options)).body).toEqual(first.body);
    expectRefusal(await start({ cadence: '1h' }, options), 409, 'idempotency_key_reused');
    const ids = JSON.parse(await listed()).map(({ id }: Json) => id);
    expect(ids.filter((id: string) => id === first.body.id)).toHaveLength(1);
    await stop(first.body.id);
  });
});

describe('series', () => {
  test('is found only by its id', async () => {
    for (const id of ['series_0000000', 'series_8000000', 'x']) {
      expectRefusal(await world.get(`/series/${id}`), 404, 'resource_not_found');
      expectRefusal(await stop(id), 404, 'resource_not_found');
      expectRefusal(await world.get(`/markets?series=${id}`), 404, 'resource_not_found');
    }
  });

  test('has rounds without gaps, each a market with the id of the series', async () => {
    const { id } = (await start()).body;
    await opened(id);
    const first = (await show(id)).next;
    expect(Date.parse(first.startsAt) % 300_000).toBe(0);
    await world.advance((Date.parse(first.startsAt) - (await now())) / 1_000 + 1_501);
    const { results, current, next } = await show(id);
    const rounds = [next, current, ...results].reverse();
    expect(rounds.map(({ startsAt }) => Date.parse(startsAt))).toEqual(
      rounds.map((_, index) => Date.parse(first.startsAt) + index * 300_000),
    );
    expect(rounds.map(({ state }) => state)).toEqual([
      ...Array(5).fill('resolved'),
      ...['closed', 'open'],
    ]);
    const markets = (await world.get(`/markets?series=${id}&limit=100`)).body;
    const own = markets.filter(({ expireAt }: Json) => expireAt <= next.expireAt);
    const byId = (all: Json[], name: string) => all.map((each) => each[name]).sort();
    expect(byId(own, 'id')).toEqual(byId(rounds, 'marketId'));
    expect(new Set(byId(markets, 'series'))).toEqual(new Set([id]));
    const market = (await world.get(`/markets/${next.marketId}`)).body;
    const shown = { series: id, creator: owner.address, bettingOpen: true, custom: false };
    expect(market).toMatchObject(shown);
    expect(market.bettingClosesAt).toBe(next.startsAt);
    const filters = `/markets?series=${id}&creator=${owner.address}`;
    expectRefusal(await world.get(filters), 400, 'fields_exclusive');
    expectRefusal(await world.get('/markets?rounds=closed'), 400, 'field_invalid');
    // Rounds are listed only while they take bets, other markets as before.
    const other = await world.createMarket({ question: 'Will it rain in Lisbon?' });
    // The next round may open between the two lists.
    await until(async () => {
      const listed: Json[] = (await world.get('/markets?rounds=open&limit=100')).body;
      const shown = listed.filter((each) => each.series === id || each.id === other);
      const all: Json[] = (await world.get(`/markets?series=${id}&limit=100`)).body;
      const open = all.filter(({ bettingOpen }) => bettingOpen);
      expect(byId(shown, 'id')).toEqual(byId([...open, { id: other }], 'id'));
      expect(all.length).toBeGreaterThan(open.length);
    });
    expect((await world.get(`/markets?rounds=open&series=${id}&status=resolved`)).body).toEqual([]);
    await world.bet(next.marketId, 'bob', 'Yes', 1);
    const { positions } = (await world.get(`/wallets/${world.wallet('bob').address}`)).body;
    expect(byId(positions, 'series')).toEqual([id]);
    await stop(id);
  });

  test('opens no round once it is stopped, by an operator only, and keeps its results', async () => {
    const { id } = (await start()).body;
    await opened(id);
    const bob = await demoKey(world, 'bob');
    const refused = await callSigned(world, bob, 'DELETE', `/series/${id}`);
    expectRefusal(refused, 403, 'wallet_not_operator');
    expect((await show(id)).stoppedAt).toBeNull();
    const stopped = (await stop(id)).body;
    expect((await stop(id)).body, 'again').toEqual(stopped);
    await world.advance(3_600);
    const shown = await show(id);
    expect([shown.current, shown.next, shown.missedRounds]).toEqual([null, null, 0]);
    // Nobody has bet: their accounts are closed, and the relayer has its rent again.
    const rpc = createSolanaRpc(world.demo.rpcUrl);
    for (const { marketId } of shown.results) {
      const account = address(marketId.replace('market_', ''));
      const read = () => rpc.getAccountInfo(account, { encoding: 'base64' }).send();
      await until(async () => expect((await read()).value).toBeNull());
    }
    const count = shown.results.length;
    expect(count).toBeGreaterThan(0);
    expect(shown.results.map(({ state }: Json) => state)).toEqual(Array(count).fill('resolved'));
  });

  test('leaves out what was missed while no keeper ran, and counts nothing else', async () => {
    const { id } = (await start()).body;
    await opened(id);
    Object.assign(world, await world.restart({ ...env, TOTE_KEEPER: '0' }));
    // As if the process had been killed after the last round landed, and before that was stored.
    using db = new DatabaseSync(join(world.dir, SQLITE_FILE));
    db.prepare('update series set reached = reached - 300 where id = ?').run(id);
    await world.advance(3_000);
    Object.assign(world, await world.restart(env));
    await opened(id);
    const { results, current, missedRounds } = await show(id);
    const states = [current, ...results].map(({ state }) => state);
    const missed = states.filter((state) => state === 'missed').length;
    expect([missed >= 8, missedRounds]).toEqual([true, missed]);
    await stop(id);
  });
});

describe('the stakes of the owner', () => {
  const balance = async () => (await world.balances('alice')).SOL;
  const expectBalanced = async () => {
    const { SOL } = (await world.get('/reserves')).body;
    expect(SOL.surplus).toBe(0);
    const sum = SOL.balances + SOL.pools + SOL.fees;
    expect(Math.round(sum * 1e9)).toBe(Math.round(SOL.owed * 1e9));
  };

  test('are on both sides of each round, and no money is lost or made', async () => {
    const before = await balance();
    const feed = await EventReader.open(`${world.service.baseUrl}/events`);
    onTestFinished(() => feed.close());
    const { id, initialStake } = (await start({ initialStake: { Yes: 1, No: 1 } })).body;
    expect(initialStake).toEqual({ Yes: 1, No: 1 });
    await opened(id);
    await stop(id);
    const { next } = await show(id);
    expect(next).toMatchObject({ totalVolume: 2, betCount: 2, odds: { Yes: 0.5, No: 0.5 } });
    await world.advance((Date.parse(next.expireAt) - (await now())) / 1_000 + 1);
    const markets: Json[] = (await world.get(`/markets?series=${id}`)).body;
    for (const market of markets) {
      const settled = async () => (await world.get(`/markets/${market.id}`)).body.settled;
      await until(async () => expect(await settled()).toBe(true));
    }
    const seriesOf = (market: Json) =>
      feed.events
        .filter(({ event, data }) => event === 'market.resolved' && data.marketId === market.id)
        .map(({ data }) => data.data.series);
    await until(async () => expect(markets.map(seriesOf)).toEqual(markets.map(() => [id])));
    // One side wins the other's stake without the fees of a tenth.
    const paid = before - 0.1 * markets.length;
    await until(async () => expect(await balance()).toBeCloseTo(paid, 9));
    await expectBalanced();
  });

  test('are left out of a round if the account has not enough, and the round is opened', async () => {
    const { id } = (await start({ initialStake: { Yes: 30, No: 30 } })).body;
    await opened(id);
    const { next } = await show(id);
    await world.advance((Date.parse(next.startsAt) - (await now())) / 1_000 - 10);
    const markets: Json[] = (await world.get(`/markets?series=${id}`)).body;
    expect(markets.map(({ totalVolume }) => totalVolume).sort()).toEqual([0, 60]);
    await stop(id);
  });
});

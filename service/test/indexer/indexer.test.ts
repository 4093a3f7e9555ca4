import type { Chain } from '@tote/chain/chain';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { expect, test } from 'vitest';
import { toFeedEvents } from '../../src/feed/event-group.ts';
import { listFeedRows } from '../../src/store/journal/feed.ts';
import { listHaltedMarkets } from '../../src/store/journal/settings.ts';
import {
  type Bettor,
  createHistory,
  createReader,
  createScene,
  type History,
  SOL,
} from '../support/history.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { showing } from '../support/show-landed.ts';

const bet = (by: Bettor, amount = SOL) => ({ by, outcome: 'Yes' as const, amount });

test('bets that are applied out of order are all counted', async () => {
  const { history, reader, alice, market } = await createScene();
  await reader.indexer.catchUp();
  const landed: LandedTransaction[] = [];
  for (let index = 0; index < 4; index += 1) landed.push(await history.bets(market, [bet(alice)]));
  const id = marketIdOf(market);
  const counted = async () => (await reader.queries.findMarket(id))?.bets;

  // One at a time: each is a group of its own.
  const order = [1, 0, 3, 2];
  for (const [index, at] of order.entries()) {
    await reader.indexer.ingest([landed[at]!]);
    expect(await counted()).toBe(index + 1);
  }
  const stored = await reader.store.db.selectFrom('markets').select(['bets', 'sequence']).execute();
  expect(stored).toEqual([{ bets: 4n, sequence: 5n }]);
});

test('what this process has in flight is fetched only if nobody applies it', async () => {
  const history = await createHistory();
  const inFlight = new Set<string>();
  const fetched: string[] = [];
  const chain = showing(history.chain, (landed) => {
    fetched.push(landed.signature);
    return landed;
  });
  let asked = 0;
  const isInFlight = (signature: string) => {
    asked += 1;
    return inFlight.has(signature);
  };
  const reader = await createReader(history, { chain, isInFlight });
  const alice = await history.bettor();
  const market = await history.market();
  await reader.indexer.catchUp();
  const landed = await history.bets(market, [bet(alice)]);
  inFlight.add(landed.signature);
  asked = 0;
  const catchingUp = reader.indexer.catchUp();
  await expect.poll(() => asked).toBeGreaterThan(2);
  await reader.indexer.ingest([landed]);
  inFlight.clear();
  await catchingUp;
  expect(fetched).not.toContain(landed.signature);
  const abandoned = await history.bets(market, [bet(alice)]);
  inFlight.add(abandoned.signature);
  await reader.indexer.catchUp();
  expect(fetched).toContain(abandoned.signature);
  expect(await reader.queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 2 });
});

test('a wallet cannot present its own bet as one of its delegate', async () => {
  const { history, reader, alice, market } = await createScene();
  const first = await history.bets(market, [bet(alice)]);
  const instruction = await history.betInstruction(market, [bet(alice)], {
    own: alice.wallet,
  });
  // The program does not check epoch and id of such a bet: the delegate's are filled in.
  const data = Uint8Array.from(instruction.data);
  const real = first.instructions.find(({ data: one }) => one[0] === 9)!;
  data.set(real.data.slice(16, 28), 16);
  const forged = await history.send([{ ...instruction, data } as never], alice.wallet);

  await reader.indexer.ingest([first, forged]);

  const page = { marketId: marketIdOf(market), limit: 10, offset: 0 };
  const [second, original] = await reader.queries.listMarketBets(page);
  expect(second?.betId).toBe(`bet_${forged.signature}_0_0`);
  expect(original?.betId).toMatch(new RegExp(`^bet_${alice.bettor}_\\d+_1$`));
});

test('an event that contradicts the arithmetic halts its market and no other', async () => {
  const history = await createHistory();
  const alice = await history.bettor();
  const [bad, good] = [await history.market(), await history.market()];
  const honest = await history.bets(bad, [bet(alice)]);
  const tampered = await history.bets(bad, [bet(alice)]);
  const fine = await history.bets(good, [bet(alice)]);
  const chain = tampering(history, tampered.signature);
  const reader = await createReader(history, { chain });
  await reader.indexer.catchUp();

  expect(reader.indexer.isHalted(marketIdOf(bad))).toBe(true);
  expect(() => reader.indexer.refuseHalted(marketIdOf(bad))).toThrow(
    expect.objectContaining({ code: 'market_halted' }),
  );
  reader.indexer.refuseHalted(marketIdOf(good));
  // Reads still work, with the state before.
  const [seen] = await reader.queries.listMarketBets({
    marketId: marketIdOf(bad),
    limit: 10,
    offset: 0,
  });
  expect(seen?.transactionId).toBe(honest.signature);
  expect(await reader.queries.findMarket(marketIdOf(bad))).toMatchObject({ bets: 1 });
  expect(await reader.queries.findMarket(marketIdOf(good))).toMatchObject({ bets: 1 });
  expect((await reader.queries.findTransaction(fine.signature))?.bets).toHaveLength(1);
  const [alarm] = reader.log.lines.filter(({ level }) => level === 'error');
  expect(alarm?.fields).toMatchObject({ alarm: 'market_halted', marketId: marketIdOf(bad) });
  expect(JSON.stringify(alarm?.fields)).toContain(tampered.signature);

  // Another process on the same store knows it. A rebuild from an honest node repairs it.
  const next = await createReader(history, { store: reader.store });
  next.indexer.start();
  await expect.poll(() => next.indexer.isHalted(marketIdOf(bad))).toBe(true);
  await next.indexer.stop();
  await rebuildBeside(history, next);
  expect(await listHaltedMarkets(reader.store.db)).toEqual([]);
  expect(await next.queries.findMarket(marketIdOf(bad))).toMatchObject({ bets: 2 });
});

test('the loop survives a chain that does not respond, and a listing with gaps', async () => {
  const history = await createHistory();
  const alice = await history.bettor();
  const market = await history.market();
  let isDown = true;
  let isBehind = true;
  let asked = 0;
  const { chain } = history;
  const flaky: Chain = {
    ...chain,
    async fetchLanded(signature) {
      asked += 1;
      if (isDown) throw new Error('the node is down');
      // Listed, but this node does not have it yet.
      return isBehind ? undefined : chain.fetchLanded(signature);
    },
  };
  const reader = await createReader(history, { chain: flaky });
  reader.indexer.start();
  const bets = await history.bets(market, [bet(alice)]);
  const find = () => reader.queries.findMarket(marketIdOf(market));
  const triesAgain = async () => {
    const before = asked;
    await expect.poll(() => asked).toBeGreaterThan(before + 2);
  };
  await triesAgain();
  expect(await find()).toBeUndefined();
  isDown = false;
  await triesAgain();
  expect(await find()).toBeUndefined();
  isBehind = false;
  await expect.poll(find).toMatchObject({ bets: 1 });
  expect(await reader.queries.findTransaction(bets.signature)).toBeDefined();
  const warnings = reader.log.lines.filter(({ level }) => level === 'warn');
  expect(warnings).toHaveLength(1);
});

test('a start continues after the last final transaction', async () => {
  const history = await createHistory();
  const alice = await history.bettor();
  const market = await history.market();
  await history.bets(market, [bet(alice)]);
  const first = await createReader(history);
  await history.passFinality();
  await first.indexer.catchUp();

  let fetched = 0;
  const counting = showing(history.chain, (landed) => {
    fetched += 1;
    return landed;
  });
  await history.bets(market, [bet(alice)]);
  const second = await createReader(history, { store: first.store, chain: counting });
  await second.indexer.catchUp();

  expect(fetched).toBe(1);
  expect(await second.queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 2 });
});

const tampering = ({ chain }: History, signature: string) =>
  showing(chain, (landed) => {
    if (landed.signature !== signature) return landed;
    const logs = landed.logs.map((line) => {
      if (!line.startsWith('Program data: ')) return line;
      const event = Buffer.from(line.slice('Program data: '.length), 'base64');
      event.writeBigUInt64LE(event.readBigUInt64LE(48) + 1n, 48);
      return `Program data: ${event.toString('base64')}`;
    });
    return { ...landed, logs };
  });

test('what is read in one go is announced in the order in which it happened', async () => {
  const { history, reader, alice, market } = await createScene();
  const bob = await history.bettor();
  await history.bets(market, [bet(alice, 3n * SOL)]);
  await history.bets(market, [{ by: bob, outcome: 'No', amount: SOL }]);
  await history.resolve(market, 'Yes');
  await history.settle(market, alice);
  await history.settle(market, bob);
  await reader.indexer.catchUp();
  const { db } = reader.store;
  const page = { after: 0n, marketId: marketIdOf(market), limit: 100 };
  const events = await toFeedEvents(db, await listFeedRows(db, page));
  const [hers, his] = [alice.wallet.address, bob.wallet.address];
  expect(events.map(({ type, wallet }) => [type, wallet])).toEqual([
    ['market.created', history.world.relayer.address],
    ['bet.confirmed', hers],
    ['bet.confirmed', his],
    ['market.resolved', null],
    ['position.settled', hers],
    ['settlement.progress', null],
    ['position.settled', his],
    ['settlement.finished', null],
    ['odds.changed', null],
  ]);
  const settled = events.filter(({ type }) => type === 'position.settled');
  expect(settled.map(({ data }) => data)).toMatchObject([
    { winningOutcome: 'Yes', stakes: { Yes: '3', No: '0' }, payout: '3.9', state: 'won' },
    { winningOutcome: 'Yes', stakes: { Yes: '0', No: '1' }, payout: '0', state: 'lost' },
  ]);
});

test('a delegate until any time that a wallet can write is announced', async () => {
  const { history, reader, alice } = await createScene();
  for (const expiresAt of [-(2n ** 63n), 2n ** 63n - 1n]) {
    await history.world.setDelegate(alice.wallet, { expiresAt });
  }
  await reader.indexer.catchUp();
  const rows = await reader.store.db.selectFrom('feed').select(['type', 'data']).execute();
  const changes = rows.filter(({ type }) => type === 'delegate.changed');
  expect(changes.slice(1).map(({ data }) => JSON.parse(data).delegate.expiresAt)).toEqual([
    ...['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  ]);
});

test('a bet that is ingested before the opening of its account is announced once, with its wallet', async () => {
  const history = await createHistory();
  const reader = await createReader(history);
  const market = await history.market();
  await reader.indexer.catchUp();
  const alice = await history.bettor();
  const landed = await history.bets(market, [bet(alice)]);
  await reader.indexer.ingest([landed]);
  await reader.indexer.catchUp();
  const rows = reader.store.db.selectFrom('feed').select('wallet');
  expect(await rows.where('type', '=', 'bet.confirmed').execute()).toEqual([
    { wallet: alice.wallet.address },
  ]);
});

test('the lag grows while something cannot be applied, and is unknown where it does not lead', async () => {
  const history = await createHistory();
  const node = { isDown: false };
  const fetchLanded: Chain['fetchLanded'] = (signature) =>
    node.isDown ? Promise.reject(new Error('down')) : history.chain.fetchLanded(signature);
  const { indexer } = await createReader(history, { chain: { ...history.chain, fetchLanded } });
  await indexer.catchUp();
  expect(indexer.findLag()).toBeUndefined();
  indexer.start();
  const lag = () => indexer.findLag()?.seconds ?? Infinity;
  await expect.poll(lag).toBeLessThan(1);
  node.isDown = true;
  await history.market();
  await expect.poll(lag).toBeGreaterThan(2);
  expect(indexer.findLag()?.slots).toBeGreaterThan(2);
  node.isDown = false;
  await expect.poll(lag).toBeLessThan(2);
  await indexer.stop();
  expect(indexer.findLag()).toBeUndefined();
});

import type { RpcTransport } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { expect, test, vi } from 'vitest';
import { findMarketRow } from '../../src/store/projection/market-cache.ts';
import {
  deleteCursor,
  findCursor,
  PROGRAM_CURSOR,
} from '../../src/store/projection/transactions.ts';
import { hiding } from '../support/hiding-node.ts';
import {
  createHistory,
  createReader,
  createScene,
  type History,
  type Reader,
  SOL,
} from '../support/history.ts';
import { readLedgerRows } from '../support/ledger-rows.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { showing, withoutEvents } from '../support/show-landed.ts';

const forgetting = (dropped: Set<string>) => (transport: RpcTransport) => {
  const hidden = hiding({ unlisted: dropped, missing: dropped })(transport);
  return (async (request: Parameters<RpcTransport>[0]) => {
    const { method, params } = request.payload as { method: string; params: string[][] };
    const answer = (await hidden(request)) as { result: { value: unknown[] } };
    if (method !== 'getSignatureStatuses') return answer;
    const { result } = answer;
    const value = result.value.map((one, at) => (dropped.has(params[0]?.[at] ?? '') ? null : one));
    return { ...answer, result: { ...result, value } };
  }) as RpcTransport;
};

/** New slots make the earlier ones final; then the indexer sees what a fork has dropped. */
async function startAfterFinality(history: History, { indexer }: Reader): Promise<void> {
  await history.bettor();
  await history.passFinality();
  await history.bettor();
  indexer.start();
}

test('a bet that a fork drops is undone, once its slot is final', async () => {
  const dropped = new Set<string>();
  const history = await createHistory({ wrap: forgetting(dropped) });
  const reader = await createReader(history);
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const [market, other] = [await history.market(), await history.market()];
  await history.bets(other, [{ by: bob, outcome: 'No', amount: SOL }]);
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const gone = await history.bets(market, [{ by: bob, outcome: 'No', amount: 5n * SOL }]);
  await reader.indexer.catchUp();
  const id = marketIdOf(market);
  expect(await reader.queries.findMarket(id)).toMatchObject({ bets: 2, pools: { no: 5n * SOL } });
  const untouched = await reader.queries.findMarket(marketIdOf(other));

  dropped.add(gone.signature);
  await startAfterFinality(history, reader);
  await expect
    .poll(() => reader.queries.findMarket(id))
    .toMatchObject({ bets: 1, pools: { yes: SOL, no: 0n }, sequence: 2n });
  expect(await reader.queries.findTransaction(gone.signature)).toBeUndefined();
  expect(await reader.queries.findPosition(id, bob.wallet.address)).toBeUndefined();
  expect(await reader.queries.findMarket(marketIdOf(other))).toEqual(untouched);
  expect((await readLedgerRows(reader.store)).totals).toMatchObject([
    { day: 0n, bets: 2n, bettors: 2n, volume: 2n * SOL },
    { bets: 2n, bettors: 2n, volume: 2n * SOL },
  ]);
  const [alarm] = reader.log.lines.filter(({ level }) => level === 'error');
  expect(alarm?.fields).toMatchObject({
    alarm: 'transactions_dropped',
    signatures: [gone.signature],
  });
});

test.each([
  ['is behind', (method: string) => method === 'getSignatureStatuses'],
  ['does not list it', (method: string) => method === 'getSignaturesForAddress'],
])('a node that %s undoes nothing', async (_, isWrong) => {
  const dropped = new Set<string>();
  let market: string | undefined;
  let asked = 0;
  const wrap = (transport: RpcTransport): RpcTransport => {
    const forgetful = forgetting(dropped)(transport);
    return (async (request: Parameters<RpcTransport>[0]) => {
      const { method, params } = request.payload as { method: string; params: unknown[] };
      const answer = (await forgetful(request)) as { result: { context?: object } };
      const isAboutMarket = method === 'getSignatureStatuses' || params[0] === market;
      if (dropped.size === 0 || !isWrong(method) || !isAboutMarket) return answer;
      asked += 1;
      const behind = { ...answer.result, context: { slot: 1n } };
      return { ...answer, result: answer.result.context ? behind : [] };
    }) as RpcTransport;
  };
  const history = await createHistory({ wrap });
  const reader = await createReader(history);
  const alice = await history.bettor();
  market = await history.market();
  const id = marketIdOf(market as Awaited<ReturnType<typeof history.market>>);
  const gone = await history.bets(market as never, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await reader.indexer.catchUp();
  const before = await reader.queries.findMarket(id);
  dropped.add(gone.signature);
  await startAfterFinality(history, reader);
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(before).toMatchObject({ bets: 1 });
  expect(await reader.queries.findMarket(id)).toEqual(before);
});

test('an outcome that a fork drops is undone', async () => {
  const dropped = new Set<string>();
  const { history, reader, alice, market } = await createScene({ wrap: forgetting(dropped) });
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const resolved = await history.resolve(market, 'Yes');
  const settled = await history.settle(market, alice);
  await reader.indexer.catchUp();
  const id = marketIdOf(market);
  expect(await reader.queries.getResult(id, alice.wallet.address)).toMatchObject({
    claimable: false,
  });

  dropped.add(resolved.signature).add(settled.signature);
  await startAfterFinality(history, reader);
  await expect.poll(() => reader.queries.findMarket(id)).toMatchObject({ bets: 1, end: null });
  expect(await reader.queries.findPosition(id, alice.wallet.address)).toMatchObject({
    payout: null,
    status: 'open',
  });
  const rows = await readLedgerRows(reader.store);
  expect(rows.profits).toEqual([]);
  expect(rows.totals).toMatchObject([
    { day: 0n, bets: 1n, bettors: 1n, volume: SOL, paid: 0n },
    { bets: 1n, bettors: 1n, volume: SOL, paid: 0n },
  ]);
  await reader.indexer.stop();
  const fresh = await createReader(history);
  await fresh.indexer.rebuild();
  expect(await readLedgerRows(fresh.store)).toEqual(rows);
});

test.runIf(hasPostgres())('what one replica undoes and lands again, another applies', async () => {
  const dropped = new Set<string>();
  const history = await createHistory({ wrap: forgetting(dropped) });
  const databaseUrl = await (await openPostgres()).createDatabase();
  const one = await createReader(history, { databaseUrl });
  const two = await createReader(history, { databaseUrl });
  const alice = await history.bettor();
  const market = await history.market();
  const gone = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await two.indexer.catchUp();
  const countBets = async () => (await two.queries.findMarket(marketIdOf(market)))?.bets;
  expect(await countBets()).toBe(1);
  dropped.add(gone.signature);
  await startAfterFinality(history, one);
  await expect.poll(countBets).toBe(0);
  await one.indexer.stop();

  // It lands again, after the cursor.
  await two.store.write((db) => deleteCursor(db, PROGRAM_CURSOR));
  dropped.clear();
  two.indexer.start();
  await expect.poll(countBets).toBe(1);
});

test('a market that cannot be read again halts, and the indexer goes on', async () => {
  const dropped = new Set<string>();
  const history = await createHistory({ wrap: forgetting(dropped) });
  const alice = await history.bettor();
  const [market, other] = [await history.market(), await history.market()];
  const bet = () => history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const kept = await bet();
  const chain = showing(history.chain, (landed) =>
    landed.signature === kept.signature ? withoutEvents(landed) : landed,
  );
  const { store, indexer } = await createReader(history, { chain });
  await indexer.catchUp();
  const gone = await bet();
  await indexer.catchUp();

  dropped.add(gone.signature);
  const restarted = await createReader(history, { chain, store });
  await startAfterFinality(history, restarted);
  await expect.poll(() => restarted.indexer.isHalted(marketIdOf(market))).toBe(true);
  await history.bets(other, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const findOther = () => restarted.queries.findMarket(marketIdOf(other));
  await expect.poll(findOther).toMatchObject({ bets: 1 });
});

test('a close that a fork drops is undone', async () => {
  const dropped = new Set<string>();
  const history = await createHistory({ wrap: forgetting(dropped) });
  const { accounts } = history.chain;
  const alice = await history.bettor();
  const market = await history.market();
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.resolve(market, 'Yes');
  await history.settle(market, alice);
  const before = await accounts.findMarket(market);
  const closed = await history.close(market);
  const reader = await createReader(history);
  await reader.indexer.catchUp();
  const findRow = () => findMarketRow(reader.store.db, marketIdOf(market));
  expect(await findRow()).toMatchObject({ fees_moved: 1n });

  dropped.add(closed.signature);
  vi.spyOn(accounts, 'findMarket').mockResolvedValue(before);
  await history.passSlot();
  await startAfterFinality(history, reader);
  await expect.poll(findRow).toMatchObject({ fees_moved: 0n, sequence: before?.sequence });
});

test('the stored cursor moves to final transactions only', async () => {
  const unfinal = new Set<string>();
  const wrap = hiding({ unlisted: new Set(), missing: new Set(), unfinal });
  const history = await createHistory({ wrap });
  const { store } = await createReader(history);
  const catchUp = async () => {
    const reader = await createReader(history, { store });
    await reader.indexer.catchUp();
    return reader.queries;
  };
  const alice = await history.bettor();
  const market = await history.market();
  await history.passFinality();
  await catchUp();
  const final = await findCursor(store.db, PROGRAM_CURSOR);
  const bet = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  unfinal.add(bet.signature);
  const queries = await catchUp();
  expect(await queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 1 });
  expect(final).toBeDefined();
  expect(await findCursor(store.db, PROGRAM_CURSOR)).toEqual(final);

  unfinal.clear();
  await history.passFinality();
  await catchUp();
  const { signature, slot } = bet;
  expect(await findCursor(store.db, PROGRAM_CURSOR)).toEqual({ signature, slot });
});

import { marketIdOf } from '@tote/chain/ids';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { createKeeperReads } from '../../src/store/projection/list-due-markets.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';

const page = (marketId: string) => ({ marketId, limit: 10, offset: 0 });

test('a list does not go on after a bet of another market; a failed transaction has its error', async () => {
  const history = await createHistory();
  const { indexer, queries } = await createReader(history);
  const alice = await history.bettor(2n * SOL);
  const [market, other] = [await history.market(), await history.market()];
  const landed = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await indexer.ingest([landed]);
  const [bet] = await queries.listMarketBets(page(marketIdOf(market)));
  for (const list of [queries.listMarketBets, queries.listHistory]) {
    const elsewhere = { ...page(marketIdOf(other)), after: bet!.betId };
    await expect(list(elsewhere)).rejects.toMatchObject({ code: 'bet_not_found' });
  }

  const own = alice.wallet;
  const bets = [{ by: alice, outcome: 'Yes' as const, amount: 2n * SOL }];
  const instruction = await history.betInstruction(other, bets, { own });
  const keys = [history.world.relayer, own] as const;
  const signed = await history.chain.sign([instruction], keys);
  await history.chain.rpc
    .sendTransaction(Buffer.from(signed.wire).toString('base64') as never, {
      encoding: 'base64',
      skipPreflight: true,
    })
    .send();
  await expect.poll(() => history.chain.fetchLanded(signed.signature)).toBeDefined();
  await indexer.catchUp();

  expect(await queries.findTransaction(signed.signature)).toMatchObject({
    state: 'failed',
    error: { code: 'transaction_failed', params: { reason: 'InsufficientFunds' } },
    bets: [],
  });
  expect(await queries.findMarket(marketIdOf(other))).toMatchObject({ bets: 0, sequence: 1n });
});

test('each market is due for one task at a time, until it is closed', async () => {
  const history = await createHistory();
  const { store, indexer } = await createReader(history);
  const reads = createKeeperReads(store, indexer.cache);
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market({ seconds: 600 });
  const id = marketIdOf(market);
  await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: SOL },
    { by: bob, outcome: 'No', amount: SOL },
  ]);
  const early = await history.market({ seconds: 500 });
  await history.resolve(early, 'Yes');
  const due = async () => {
    await indexer.catchUp();
    const now = history.chain.clock.now();
    const page = { limit: 10 };
    const names = (list: readonly { id: string }[]) => list.map((one) => one.id);
    return {
      expired: names(await reads.listDueMarkets(now, page)),
      unsettled: names(await reads.listUnsettledMarkets(now, page)),
      closable: names(await reads.listClosableMarkets(now, page)),
      positions: await reads.listUnsettled(id, 10),
    };
  };
  const positions = [alice.bettor, bob.bettor].sort();
  const nothing = { expired: [], unsettled: [], closable: [], positions: [] };
  const earlyId = marketIdOf(early);

  expect(await due()).toEqual({ ...nothing, closable: [earlyId], positions });
  // Its fees move at once, its account closes from the expiry on.
  await history.close(early);
  expect(await due()).toEqual({ ...nothing, positions });
  await history.advance(601);
  expect(await due()).toEqual({ ...nothing, expired: [id], closable: [earlyId], positions });
  // Until there is another blockhash: the same bytes are the same transaction.
  const closable = async () => {
    await history.close(early);
    return (await due()).closable;
  };
  await expect.poll(closable, { interval: 200 }).toEqual([]);
  await history.resolve(market, 'No');
  expect(await due()).toEqual({ ...nothing, unsettled: [id], positions });
  const now = history.chain.clock.now();
  const since = await reads.findOldestUnsettled(now);
  expect(since).toBe((await reads.findMarket(id))?.end?.vetoEndsAt);
  expect(await reads.findOldestUnsettled(unixSeconds((since ?? 0) - 1))).toBeUndefined();
  await history.settle(market, alice);
  expect(await due()).toEqual({ ...nothing, unsettled: [id], positions: [bob.bettor] });
  expect(await reads.findOldestUnsettled(now)).toBe(since);
  await history.settle(market, bob);
  expect(await due()).toEqual({ ...nothing, closable: [id] });
  expect(await reads.findOldestUnsettled(now)).toBeUndefined();
  await history.close(market);
  expect(await due()).toEqual(nothing);
});

import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { createHistory, createReader, SOL } from '../support/history.ts';
import { FORFEITED, playWholeHistory } from '../support/whole-history.ts';

const page = (marketId: string) => ({ marketId, limit: 10, offset: 0 });

async function start() {
  const history = await createHistory();
  return { history, ...(await createReader(history)) };
}

test('a lot converts what was forfeited first, then the burn share of markets', async () => {
  const { history, indexer, queries } = await start();
  const { markets } = await playWholeHistory(history);
  await indexer.catchUp();
  const market = await queries.findMarket(marketIdOf(markets.paid!));
  expect(await queries.findConversion(market!)).toMatchObject({
    converted: SOL / 10n - FORFEITED,
    isComplete: false,
  });
});

test('a list of bets does not go on after a bet of another market', async () => {
  const { history, indexer, queries } = await start();
  const [alice, market, other] = [
    await history.bettor(),
    await history.market(),
    await history.market(),
  ];
  const landed = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await indexer.ingest([landed]);
  const [bet] = await queries.listMarketBets(page(marketIdOf(market)));
  for (const list of [queries.listMarketBets, queries.listHistory]) {
    const elsewhere = { ...page(marketIdOf(other)), after: bet!.betId };
    await expect(list(elsewhere)).rejects.toMatchObject({ code: 'bet_not_found' });
  }
});

test('a transaction that failed on chain has its error and nothing else', async () => {
  const { history, indexer, queries } = await start();
  const alice = await history.bettor(SOL);
  const market = await history.market();
  const own = alice.wallet;
  const bets = [{ by: alice, outcome: 'Yes' as const, amount: 2n * SOL }];
  const instruction = await history.betInstruction(market, bets, { own });
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
  expect(await queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 0, sequence: 1n });
});

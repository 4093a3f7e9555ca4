import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { findMarketRow } from '../../../src/store/projection/market-cache.ts';
import { createHistory, createReader, SOL } from '../../support/history.ts';

test('a vetoed market has no fees, though its outcome had', async () => {
  const history = await createHistory();
  const { indexer, store } = await createReader(history);
  const alice = await history.bettor();
  await history.update({ vetoSeconds: 60 });
  const market = await history.market();
  await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: SOL },
    { by: alice, outcome: 'No', amount: SOL },
  ]);
  const read = async () => {
    await indexer.catchUp();
    return findMarketRow(store.db, marketIdOf(market));
  };
  await history.resolve(market, 'Yes');
  const fee = SOL / 20n;
  expect(await read()).toMatchObject({ state: 2n, burn: fee, developer: fee });
  await history.veto(market);
  const none = { burn: 0n, developer: 0n, distributable: 0n };
  expect(await read()).toMatchObject({ state: 3n, ...none });
});

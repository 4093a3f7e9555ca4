import { marketIdOf } from '@tote/chain/ids';
import type { Market } from '@tote/program-client';
import { expect, test } from 'vitest';
import { findDifference } from '../../../src/indexer/audit/auditor.ts';
import { findMarketRow } from '../../../src/store/projection/market-cache.ts';
import { createHistory, createReader, SOL } from '../../support/history.ts';

test('what a market holds is its pools less what it paid, until its fees are moved', async () => {
  const history = await createHistory();
  const reader = await createReader(history);
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market();
  await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: 3n * SOL },
    { by: bob, outcome: 'No', amount: SOL },
  ]);
  const read = async () => {
    await reader.indexer.catchUp();
    const row = await findMarketRow(reader.store.db, marketIdOf(market));
    const account = await history.chain.accounts.findMarket(market);
    if (!row || !account) throw new Error('there is no market');
    const stakes = { stakeYes: row.pool_yes, stakeNo: row.pool_no, positions: 2n, betRows: 2n };
    const audited = { row, ...stakes, openPositions: account.openPositions };
    return (paid: bigint, change: Partial<Market> = {}) =>
      findDifference({ ...audited, paid }, { ...account, ...change });
  };
  // While it is open the account has no such sum.
  expect((await read())(0n, { held: 1n })).toBeUndefined();
  await history.resolve(market, 'Yes');
  await history.settle(market, alice);
  const settled = await read();
  const paid = 3_900_000_000n;
  expect(settled(paid)).toBeUndefined();
  expect(settled(paid + 1n)).toMatch('the money inside: 99999999, and 100000000 on chain');
  expect(settled(paid, { held: 100_000_001n })).toMatch('the money inside: 100000000');
  await history.settle(market, bob);
  await history.close(market);
  expect((await read())(paid, { held: 0n })).toBeUndefined();
});

import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { Currency, getCloseBettorInstruction, getWithdrawInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { findAccepted } from '../../src/indexer/reconcile/reconcile-bets.ts';
import { createHistory, createReader, type History, SOL } from '../support/history.ts';
import { readLedgerRows } from '../support/ledger-rows.ts';
import { showing, withoutEvents } from '../support/show-landed.ts';

const readWithoutEvents = (history: History) =>
  createReader(history, { chain: showing(history.chain, withoutEvents) });

test('what cannot be derived halts the market and is not guessed', async () => {
  const history = await createHistory();
  const alice = await history.bettor();
  const market = await history.market();
  const other = await history.market();
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.bets(other, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const reader = await readWithoutEvents(history);
  await reader.indexer.catchUp();
  expect(reader.indexer.isHalted(marketIdOf(market))).toBe(true);
  expect(await reader.queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 0 });
  expect(await reader.queries.findMarket(marketIdOf(other))).toMatchObject({ bets: 1 });
});

test('a market created and bet on in one transaction is reconciled step by step', async () => {
  const history = await createHistory();
  const alice = await history.bettor();
  const { market, instruction } = await history.createInstruction();
  const bet = await history.betInstruction(
    market,
    [{ by: alice, outcome: 'No', amount: 2n * SOL }],
    { own: alice.wallet },
  );
  await history.send([instruction, bet], alice.wallet);

  const reader = await readWithoutEvents(history);
  await reader.indexer.catchUp();
  expect(await reader.queries.findMarket(marketIdOf(market))).toMatchObject({
    pools: { yes: 0n, no: 2n * SOL },
    bets: 1,
    isGated: true,
  });
});

const bet = (outcome: number, amount: bigint) => ({
  ...{ bettor: 'x' as Address, outcome, amount },
  ...{ slot: 0, epoch: 1n, betId: 1, minRatioBps: 0 },
});
const pools = (yes: bigint, no: bigint) => ({ yes, no }) as Parameters<typeof findAccepted>[1];

test('the pools after a batch show which bets were accepted, if only one set explains them', () => {
  const bets = [bet(1, 5n), bet(2, 7n), bet(1, 9n), bet(3, 1n), bet(1, 0n)];
  expect(findAccepted(bets, pools(1n, 1n), pools(10n, 8n))).toEqual([
    ...[false, true, true, false, false],
  ]);
  expect(findAccepted(bets, pools(1n, 1n), pools(1n, 1n))?.some(Boolean)).toBe(false);
  // Nothing explains it, and two sets explain it.
  expect(findAccepted(bets, pools(0n, 0n), pools(6n, 0n))).toBeUndefined();
  expect(findAccepted([bet(1, 5n), bet(1, 5n)], pools(0n, 0n), pools(5n, 0n))).toBeUndefined();
});

test('without events statements are the same, also of an account that was closed', async () => {
  const history = await createHistory();
  const alice = await history.bettor(SOL);
  const { wallet, bettor } = alice;
  await history.depositUtility(alice, 5n);
  await history.depositUtility(alice, 3n);
  const { addresses } = history.chain;
  const { vaultSol: vault } = addresses;
  const accounts = { authority: wallet.signer, vault, bettor, wallet: wallet.address };
  const most = { ...accounts, currency: Currency.Sol as const, amount: SOL - 9n };
  const { address: rentPayer } = history.world.relayer;
  await history.passSlot();
  const closed = await history.send(
    [
      getWithdrawInstruction(most),
      getCloseBettorInstruction({
        ...{ wallet: wallet.signer, bettor, rentPayer },
        forfeitTo: addresses,
      }),
    ],
    wallet,
  );
  const honest = await createReader(history);
  await honest.indexer.catchUp();
  const expected = (await readLedgerRows(honest.store)).transfers;
  expect(expected).toHaveLength(6);
  const forfeit = { signature: closed.signature, kind: 'forfeit' };
  for (const left of [
    { currency: 0n, amount: 9n },
    { currency: 1n, amount: 8n },
  ]) {
    expect(expected).toContainEqual(expect.objectContaining({ ...forfeit, ...left }));
  }
  const reader = await readWithoutEvents(history);
  await reader.indexer.catchUp();
  expect((await readLedgerRows(reader.store)).transfers).toEqual(expected);
});

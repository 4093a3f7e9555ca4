import { amount } from '@tote/domain';
import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { BetTicket, type KnownBettor, type StoredBet, type WantedBet } from '../../src/bets/bet.ts';
import { toBetRecord } from '../../src/bets/bet-record.ts';
import { decideFailed } from '../../src/bets/decide.ts';
import { newBetRow } from '../../src/store/journal/submitted-bets.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { createBetting } from '../submissions/betting.ts';

/** A bet that was sent, and what becomes of it if the transaction fails with an error's number. */
async function createSent() {
  const { world, context, createMarket } = await createBetting();
  const { wallet, bettor } = await world.openBettor({ sol: SOL });
  const { id } = await createMarket();
  const row = newBetRow(
    {
      ...{ wallet: wallet.address, bettor, epoch: 0n, id_number: 1n, market_id: id },
      ...{ outcome: 1n, amount: SOL, signature: 'any', idempotency_key: null },
    },
    1n,
  );
  const market = (await context.findMarket(id)) as MarketView;
  const known = (await context.bettors.read(wallet.address)) as KnownBettor;
  const wanted: WantedBet = {
    ...{ wallet: wallet.address, market, outcome: 'Yes', amount: amount(SOL) },
    minRatioBps: 0,
    ...{ bettor: known, ticket: new BetTicket() },
  };
  const decide = async (customError: number, given: Partial<StoredBet> = {}) => {
    const bets = [{ row, market, slot: 0, slotCount: 8, minRatioBps: 0, ...given }];
    const [decided] = await decideFailed(context, bets, { text: '', customError }, 1n);
    if (!decided) throw new Error('nothing is decided');
    return { ...decided, code: JSON.parse(decided.row.error ?? '{}').code };
  };
  return { context, row, wanted, decide };
}

const WRONG_EPOCH = 44;
const DUPLICATE_BET = 45;

test('of a transaction that failed because the market is gone, every bet says so', async () => {
  const { decide } = await createSent();
  // Its account belongs to the system program, or is one of another type.
  for (const number of [6, 7, 50]) expect((await decide(number)).code).toBe('market_resolved');
  expect(await decide(2)).toMatchObject({ row: { state: 'failed' }, code: 'internal_error' });
});

test('a bet with the epoch before is placed again once, not twice', async () => {
  const { wanted, decide } = await createSent();
  const first = await decide(WRONG_EPOCH, { wanted });
  expect(first).toMatchObject({ row: { state: 'failed' }, retry: { isRetry: true } });
  const second = await decide(WRONG_EPOCH, { wanted: { ...wanted, isRetry: true } });
  expect([second.code, second.retry]).toEqual(['delegate_epoch_wrong', undefined]);
  // Nobody waits for one that recovery has restored.
  expect((await decide(WRONG_EPOCH)).retry).toBeUndefined();
});

test('a bet whose id was used is confirmed only if it is the same bet', async () => {
  const { context, row, decide } = await createSent();
  const market = await context.findMarket(row.market_id);
  const pools = { pool_yes: SOL, pool_no: 0n, state: 'confirmed', decided_at: 5n };
  const placed = toBetRecord({ ...row, ...pools, signature: 'earlier' }, market);
  for (const other of [{ marketId: 'another' }, { amount: SOL + 1n }, { outcome: 'No' }]) {
    Object.assign(context, { findBet: async () => ({ ...placed, ...other }) });
    expect(await decide(DUPLICATE_BET)).toMatchObject({ row: { state: 'failed' } });
  }
  Object.assign(context, { findBet: async () => placed });
  const confirmed = { state: 'confirmed', signature: 'earlier', pool_yes: SOL };
  expect(await decide(DUPLICATE_BET)).toMatchObject({ row: confirmed, wasPlaced: true });
});

import { marketIdOf } from '@tote/chain/ids';
import type { MarketSums } from '@tote/chain/market-sums';
import { type Market, MarketState } from '@tote/program-client';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { findDifference } from '../../../src/indexer/audit/auditor.ts';
import { findMarketRow } from '../../../src/store/projection/market-cache.ts';
import { createAuditor } from '../../support/create-auditor.ts';
import {
  createHistory,
  createReader,
  createScene,
  type History,
  SOL,
} from '../../support/history.ts';
import { playWholeHistory } from '../../support/whole-history.ts';

async function openAudited(history: History) {
  const reader = await createReader(history);
  return { ...reader, chain: history.chain, auditor: createAuditor(history, reader) };
}

async function openMarket() {
  const history = await createHistory();
  const audited = await openAudited(history);
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market();
  await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: 3n * SOL },
    { by: bob, outcome: 'No', amount: SOL },
  ]);
  await audited.indexer.catchUp();
  return { ...audited, history, alice, market, id: marketIdOf(market) };
}

const alarms = ({ log }: { log: { lines: { fields: object }[] } }) =>
  log.lines.flatMap(({ fields }) => ('alarm' in fields ? [fields.alarm] : []));

test('after every kind of end nothing differs', async () => {
  const history = await createHistory();
  const audited = await openAudited(history);
  await playWholeHistory(history);
  await audited.indexer.catchUp();
  for (let round = 0; round < 3; round += 1) await audited.auditor.audit();
  const { difference, compared, differing, completedAtMs } = audited.auditor.result;
  expect(difference).toEqual({ SOL: 0n, UTILITY: 0n });
  expect(compared).toBeGreaterThan(3);
  expect(differing).toBe(0);
  expect(completedAtMs).toBeDefined();
  expect(alarms(audited)).toEqual([]);
});

/** Changes the market with bets only: `where` is added. */
const ROW_CHANGES = [
  [
    'a pool',
    sql`update markets set pool_yes = pool_yes + 1`,
    /pool of Yes: 3000000001, and 30+ on/,
  ],
  ['the number of bets', sql`update markets set bets = 1`, /bets: 1, and 2 on chain/],
  ['a stake', sql`update positions set stake_no = stake_no - 1`, /stakes on No/],
  ['a position that is gone', sql`delete from positions where stake_yes > 0`, /stakes on Yes/],
  ['a payout', sql`update positions set payout = 0`, /open positions: 0, and 2 on chain/],
  ['the state', sql`update markets set state = 3`, /state: 3, and 1 on chain/],
  ['an event that is missing', sql`update markets set sequence = 1`, /events: 1, and 2 on chain/],
  ['a market that is not on chain', sql`update markets set address = creator`, /does not exist/],
] as const;

/** It differs in the first of these rounds, and is halted in the second one. */
async function expectHalted(
  audited: Awaited<ReturnType<typeof openAudited>>,
  id: string,
  by: RegExp,
) {
  const { auditor, indexer, log } = audited;
  await auditor.audit();
  expect(indexer.isHalted(id), String(by)).toBe(false);
  await auditor.audit();
  expect(indexer.isHalted(id), String(by)).toBe(true);
  const halted = log.lines.find(({ message }) => message === 'a market is halted');
  expect(halted?.fields).toMatchObject({ reason: expect.stringMatching(by) });
}

test('a row that differs halts its market in the second round', async () => {
  const { history, id } = await openMarket();
  const other = marketIdOf(await history.market());
  for (const [what, change, reason] of ROW_CHANGES) {
    const audited = await openAudited(history);
    const { auditor, store, indexer } = audited;
    await indexer.catchUp();
    await store.write(async (db) => {
      const all = change.compile(db);
      const where = all.sql.startsWith('update markets') ? ` where id = '${id}'` : '';
      await sql.raw(all.sql + where).execute(db);
    });
    indexer.cache.clear();
    await expectHalted(audited, id, reason);
    expect(indexer.isHalted(other), what).toBe(false);
    expect(auditor.result.differing, what).toBe(1);
    // Once is enough.
    await auditor.audit();
    expect(auditor.result.differing, what).toBe(1);
  }
});

const ACCOUNT_CHANGES: readonly (readonly [Partial<MarketSums>, RegExp])[] = [
  [{ pools: [3n * SOL, SOL + 1n] }, /pool of No: 1000000000, and 1000000001 on/],
  [{ state: MarketState.Refunded }, /state: 1, and 3 on chain/],
  [{ openPositions: 3n }, /open positions: 2, and 3 on chain/],
  [{ sequence: 9n }, /events: 2, and 9 on chain/],
];

test('what changes in the account alone halts its market', async () => {
  const { history, chain, id } = await openMarket();
  const { accounts } = chain;
  const read = accounts.findMarketSums.bind(accounts);
  for (const [change, reason] of ACCOUNT_CHANGES) {
    const audited = await openAudited(history);
    await audited.indexer.catchUp();
    for (let round = 0; round < 2; round += 1) await audited.auditor.audit();
    const reading = vi
      .spyOn(accounts, 'findMarketSums')
      .mockImplementation(async (addresses) =>
        (await read(addresses)).map((sums) => sums && { ...sums, ...change }),
      );
    await expectHalted(audited, id, reason);
    reading.mockRestore();
  }
});

test('a market is not halted for what is applied late, nor while the chain does not answer', async () => {
  const { history, auditor, indexer, market, alice, id, store } = await openMarket();
  for (let round = 0; round < 4; round += 1) {
    await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
    // The row is behind its account, each time by another event.
    await auditor.audit();
    if (round % 2 === 1) await indexer.catchUp();
  }
  await indexer.catchUp();
  await auditor.audit();
  expect(indexer.isHalted(id)).toBe(false);
  expect(auditor.result.differing).toBe(0);
  // Nor is it for an indexer that is behind for more rounds, as after an outage.
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  for (let round = 0; round < 3; round += 1) await auditor.audit();
  expect(indexer.isHalted(id)).toBe(false);
  expect(auditor.result.differing).toBe(0);
  const row = await store.db.selectFrom('markets').select('bets').executeTakeFirst();
  expect(row).toEqual({ bets: 7n });
  // It is one, but no market is halted while the chain does not answer.
  await store.write((db) => sql`update markets set bets = 1`.execute(db));
  await auditor.audit();
  const catchUp = vi.spyOn(indexer, 'catchUp').mockRejectedValue(new Error('unreachable'));
  await expect(auditor.audit()).rejects.toThrow('unreachable');
  expect(indexer.isHalted(id)).toBe(false);
  catchUp.mockRestore();
  await auditor.audit();
  expect(indexer.isHalted(id)).toBe(true);
});

test('a vault that holds less than it owes is an alarm', async () => {
  const audited = await openMarket();
  const { auditor, chain } = audited;
  const vaults = await chain.accounts.getVaults();
  const lamports = vaults.sol.owed - 9n;
  vi.spyOn(chain.accounts, 'getVaults').mockResolvedValue({ ...vaults, lamports });
  for (let round = 0; round < 3; round += 1) await auditor.audit();
  expect(auditor.result.difference).toEqual({ SOL: 9n, UTILITY: 0n });
  expect(alarms(audited)).toEqual(['audit_difference']);
});

test('reserves that cannot be compared twice in a row are an alarm, once', async () => {
  const audited = await openMarket();
  const { auditor, chain } = audited;
  const vaults = await chain.accounts.getVaults();
  let more = 0n;
  const getVaults = vi.spyOn(chain.accounts, 'getVaults').mockImplementation(async () => {
    more += 1n;
    return { ...vaults, sol: { ...vaults.sol, owed: vaults.sol.owed + more } };
  });
  await auditor.audit();
  expect(alarms(audited)).toEqual([]);
  for (let round = 0; round < 3; round += 1) await auditor.audit();
  expect(alarms(audited)).toEqual(['reserves_unsettled']);
  expect(auditor.result.completedAtMs).toBeUndefined();
  getVaults.mockRestore();
  await auditor.audit();
  expect(auditor.result.completedAtMs).toBeDefined();
});

test('parts that do not add up are an alarm in the second round, once, with the difference', async () => {
  const audited = await openMarket();
  const { auditor, store } = audited;
  await store.write((db) => sql`update markets set pool_no = pool_no + 7`.execute(db));
  await auditor.audit();
  expect(auditor.result.difference).toEqual({ SOL: 0n, UTILITY: 0n });
  for (let round = 0; round < 3; round += 1) {
    await auditor.audit();
    expect(auditor.result.difference).toEqual({ SOL: -7n, UTILITY: 0n });
  }
  expect(alarms(audited).filter((alarm) => alarm === 'audit_difference')).toHaveLength(1);
  await store.write((db) => sql`update markets set pool_no = pool_no - 7`.execute(db));
  await auditor.audit();
  expect(auditor.result.difference).toEqual({ SOL: 0n, UTILITY: 0n });
});

test('what a market holds is its pools less what it paid, until its fees are moved', async () => {
  const { history, reader, alice, market } = await createScene();
  const bob = await history.bettor();
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

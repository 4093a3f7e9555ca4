import { marketIdOf } from '@tote/chain/ids';
import { Currency, type ProgramInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { createHistory, createReader, type History, SOL } from '../support/history.ts';
import { FORFEITED, playWholeHistory } from '../support/whole-history.ts';

const page = (marketId: string) => ({ marketId, limit: 10, offset: 0 });

async function start() {
  const history = await createHistory();
  return { history, ...(await createReader(history)) };
}

test('a market ends with the amounts that follow from its pools', async () => {
  const { history, indexer, queries } = await start();
  const { markets, bettors } = await playWholeHistory(history);
  await indexer.catchUp();
  const [alice, bob, carol] = bettors.map(({ wallet }) => wallet.address);
  const paid = marketIdOf(markets.paid!);
  // 30 and 7 on Yes, 10 and one lamport and 1 on No: 5 % of that is burned, 5 % the developer's.
  const losing = 11n * SOL + 1n;
  const burn = losing / 20n;
  const share = losing - 2n * burn;

  expect(await queries.findMarket(paid)).toMatchObject({
    pools: { yes: 37n * SOL, no: losing },
    bets: 4,
    question: 'Paid, with "quotes" and ünïcode 🎉?',
    end: {
      kind: 'resolved',
      outcome: 'Yes',
      refundReason: null,
      burn,
      developer: burn,
      distributable: share,
      openPositions: 0,
      areFeesMoved: true,
      dust: share - (30n * share) / 37n - (7n * share) / 37n,
    },
  });
  const winnings = 30n * SOL + (30n * share) / 37n;
  expect(await queries.getResult(paid, alice!)).toMatchObject({
    winningOutcome: 'Yes',
    yourWinnings: winnings,
    claimable: false,
    isRefunded: false,
  });
  expect(await queries.getResult(paid, bob!)).toMatchObject({ yourWinnings: 0n });
  expect(await queries.findPosition(paid, alice!)).toMatchObject({
    stakes: { yes: 30n * SOL, no: SOL },
    payoutIfYes: winnings,
    payoutIfNo: 0n,
    payout: winnings,
    status: 'won',
  });
  expect(await queries.findPosition(paid, bob!)).toMatchObject({ status: 'lost', payout: 0n });
  expect(await queries.findPosition(paid, carol!)).toMatchObject({ status: 'won' });
  // One lot of 0.1 SOL was sold: what was forfeited before, then a part of the burn share.
  const market = await queries.findMarket(paid);
  expect(await queries.findConversion(market!)).toMatchObject({
    converted: SOL / 10n - FORFEITED,
    isComplete: false,
  });
});

test('every end without an outcome refunds the stakes', async () => {
  const { history, indexer, queries } = await start();
  const { markets, bettors } = await playWholeHistory(history);
  await indexer.catchUp();
  const [alice, bob, carol] = bettors.map(({ wallet }) => wallet.address);
  const resultOf = (market: keyof typeof markets, wallet = bob!) =>
    queries.getResult(marketIdOf(markets[market]!), wallet);

  expect(await resultOf('nobodyWon')).toMatchObject({
    winningOutcome: 'No',
    isRefunded: true,
    yourWinnings: 2n * SOL,
    claimable: false,
  });
  expect(await resultOf('vetoed', alice)).toMatchObject({
    winningOutcome: null,
    isRefunded: true,
    yourWinnings: 4n * SOL,
    claimable: true,
  });
  expect(await resultOf('refunded')).toMatchObject({
    winningOutcome: null,
    isRefunded: true,
    yourWinnings: SOL,
    claimable: true,
  });
  for (const [market, vetoedOutcome, winnings] of [
    ['freed', null, 3n * SOL],
    ['fallen', 'Yes', SOL],
  ] as const) {
    const refund = { winningOutcome: null, isRefunded: true, yourWinnings: winnings };
    expect(await resultOf(market, carol)).toMatchObject({ ...refund, claimable: false });
    const page = { marketId: marketIdOf(markets[market]!), limit: 10, offset: 0 };
    const end = { kind: 'refunded', outcome: null, refundReason: 'oracle_disabled' };
    expect(await queries.getReceipt(page)).toMatchObject({ vetoedOutcome, end });
  }
  expect(await resultOf('empty')).toMatchObject({
    winningOutcome: 'No',
    isRefunded: false,
    yourWinnings: 0n,
  });
  await expect(resultOf('open')).rejects.toMatchObject({ code: 'result_not_ready' });
  await expect(queries.getResult('market_x', bob!)).rejects.toMatchObject({
    code: 'market_not_found',
  });
});

test('the reserves add up to what the chain owes, after every kind of end', async () => {
  const { history, indexer, queries } = await start();
  await playWholeHistory(history);
  await indexer.catchUp();
  const { SOL: sol, UTILITY: utility } = await queries.getReserves();
  for (const { vault, owed, balances, pools, fees, surplus } of [sol, utility]) {
    expect(balances + pools + fees).toBe(owed);
    expect(vault - owed).toBe(surplus);
    expect(surplus).toBe(0n);
  }
  expect(sol.pools).toBeGreaterThan(0n);
  expect(utility.fees).toBeGreaterThan(0n);
});

test('during the veto time the market is open and has no result', async () => {
  const { history, indexer, queries } = await start();
  const alice = await history.bettor();
  await history.update({ vetoSeconds: 60 });
  const market = await history.market({ seconds: 600 });
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.resolve(market, 'Yes');
  await indexer.catchUp();
  const id = marketIdOf(market);
  const list = async (status?: 'open' | 'resolved') =>
    (await queries.listMarkets({ status, limit: 10, offset: 0 })).markets.map((one) => one.id);

  await expect(queries.getResult(id, alice.wallet.address)).rejects.toMatchObject({
    code: 'result_not_ready',
  });
  expect(await queries.findPosition(id, alice.wallet.address)).toMatchObject({ status: 'closed' });
  expect([await list('open'), await list('resolved'), await list()]).toEqual([[id], [], [id]]);

  await history.advance(60);
  expect(await queries.getResult(id, alice.wallet.address)).toMatchObject({
    yourWinnings: SOL,
    claimable: true,
  });
  expect([await list('open'), await list('resolved'), await list()]).toEqual([[], [id], [id]]);
  await history.advance(86_401);
  expect([await list('open'), await list('resolved'), await list()]).toEqual([[], [id], []]);
});

test('lists are newest first and every page continues the one before', async () => {
  const { history, indexer, queries } = await start();
  const created: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    const market = await history.market();
    created.unshift(marketIdOf(market));
    if (index % 3 === 0) await history.resolve(market, 'Yes');
  }
  await indexer.catchUp();
  const list = async (limit: number, offset: number, status?: 'open' | 'resolved') =>
    (await queries.listMarkets({ status, limit, offset })).markets.map(({ id }) => id);

  expect(await list(100, 0)).toEqual(created);
  for (const limit of [1, 2, 3]) {
    const pages: string[] = [];
    for (let offset = 0; offset < 9; offset += limit) pages.push(...(await list(limit, offset)));
    expect(pages).toEqual(created);
  }
  const resolved = created.filter((_, index) => (created.length - 1 - index) % 3 === 0);
  expect(await list(100, 0, 'resolved')).toEqual(resolved);
  expect(await list(100, 0, 'open')).toEqual(created.filter((id) => !resolved.includes(id)));
});

test('the markets of one slot, and of one transaction, are newest first too', async () => {
  const { history, indexer, queries } = await start();
  const instructions: ProgramInstruction[] = [];
  const created: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const { market, instruction } = await history.createInstruction();
    created.unshift(marketIdOf(market));
    instructions.push(instruction);
  }
  const sent = [0, 2, 4, 6, 8, 10].map((at) => history.send(instructions.slice(at, at + 2)));
  const landed = await Promise.all(sent);
  expect(new Set(landed.map(({ slot }) => slot)).size).toBeLessThan(landed.length);
  await indexer.catchUp();
  const { markets } = await queries.listMarkets({ limit: 20, offset: 0 });
  const listed = markets.map(({ id }) => id);
  for (const { slot } of landed) {
    const inSlot = landed.flatMap((each, at) =>
      each.slot === slot ? [created[11 - 2 * at]!, created[10 - 2 * at]!] : [],
    );
    const expected = created.filter((id) => inSlot.includes(id));
    expect(listed.filter((id) => inSlot.includes(id))).toEqual(expected);
  }
});

test('an account has its balances, its delegate and its positions', async () => {
  const { history, indexer, queries } = await start();
  const alice = await history.bettor(10n * SOL);
  await history.depositUtility(alice, 5_000_000n);
  const [one, other] = [
    await history.market(),
    await history.market({ currency: Currency.Utility }),
  ];
  await history.bets(one, [{ by: alice, outcome: 'Yes', amount: 4n * SOL }]);
  await history.bets(other, [{ by: alice, outcome: 'No', amount: 2_000_000n }]);
  await indexer.catchUp();

  expect(await queries.getAccount(alice.wallet.address)).toMatchObject({
    balances: { SOL: 6n * SOL, UTILITY: 3_000_000n },
    staked: { SOL: 4n * SOL, UTILITY: 2_000_000n },
    delegate: { address: history.world.relayer.address, allowance: { SOL: 996n * SOL } },
    autoWithdraw: false,
    isOpen: true,
    slots: { total: 8, used: 2 },
    positions: expect.arrayContaining([
      expect.objectContaining({
        ...{ marketId: marketIdOf(one), question: 'Does it happen?', status: 'open', payout: null },
      }),
    ]),
  });
  expect(await queries.getAccount(history.world.oracle.address)).toMatchObject({
    balances: { SOL: 0n, UTILITY: 0n },
    delegate: null,
    isOpen: false,
    positions: [],
  });
});

test('bets are found by their id, in their market and in their transaction', async () => {
  const { history, indexer, queries } = await start();
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const [market, other] = [await history.market(), await history.market()];
  const batch = await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: SOL },
    { by: bob, outcome: 'No', amount: 2n * SOL },
  ]);
  const own = await history.ownBet(market, { by: bob, outcome: 'Yes', amount: 3n * SOL });
  await indexer.ingest([batch, own]);
  const id = marketIdOf(market);
  const [third, second, first] = await queries.listMarketBets(page(id));

  expect(first?.betId).toMatch(new RegExp(`^bet_${alice.bettor}_\\d+_1$`));
  expect(third?.betId).toMatch(new RegExp(`^bet_${own.signature}_\\d+_0$`));
  expect(await queries.findBet(second!.betId)).toEqual(second);
  expect(await queries.findBet(third!.betId)).toMatchObject({
    wallet: bob.wallet.address,
    state: 'confirmed',
    pools: { yes: 4n * SOL, no: 2n * SOL },
    transactionId: own.signature,
  });
  expect(await queries.findBet('bet_1_2_3')).toBeUndefined();
  for (const list of [queries.listMarketBets, queries.listHistory]) {
    expect(await list({ ...page(id), offset: 2 })).toHaveLength(1);
    expect(await list({ ...page(id), offset: 3 })).toEqual([]);
    const [one, two, three] = await list(page(id));
    expect(await list({ ...page(id), after: one!.betId })).toEqual([two, three]);
    expect(await list({ ...page(id), after: one!.betId, limit: 1 })).toEqual([two]);
    expect(await list({ ...page(id), after: one!.betId, offset: 1 })).toEqual([three]);
    expect(await list({ ...page(id), after: three!.betId })).toEqual([]);
    const unknown = { ...page(id), after: 'bet_1_2_3' };
    await expect(list(unknown)).rejects.toMatchObject({ code: 'bet_not_found' });
    const elsewhere = { ...page(marketIdOf(other)), after: one!.betId };
    await expect(list(elsewhere)).rejects.toMatchObject({ code: 'bet_not_found' });
  }
  expect((await queries.listHistory(page(id))).map(({ pools }) => pools)).toEqual([
    { yes: 4n * SOL, no: 2n * SOL },
    { yes: SOL, no: 2n * SOL },
    { yes: SOL, no: 0n },
  ]);
  expect(await queries.findTransaction(batch.signature)).toMatchObject({
    slot: batch.slot,
    bets: [first, second],
  });
  await waitForFinality(history);
  expect(await queries.findTransaction(own.signature)).toMatchObject({ state: 'finalized' });
  expect(await queries.findTransaction('1'.repeat(88))).toBeUndefined();
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

/** What only a watch of the chain knows. */
const WATCHED = { chainTime: null, relayer: null, keeper: null };

test('the service is ready when chain, store and indexer are', async () => {
  const { history, indexer, queries } = await start();
  await indexer.catchUp();
  const own = { database: null, clock: null };
  const ready = { ...WATCHED, ...own, chain: null, indexer: null };
  expect(await queries.checkWrites()).toEqual(ready);
  await history.market();
  await history.advance(60);
  const behind = await queries.checkWrites();
  expect(await queries.checkReadiness()).toEqual(own);
  expect(behind.indexer).toMatch(/^The indexer is \d+ s behind the chain\.$/);
  expect(behind).toEqual({ ...ready, indexer: behind.indexer });
  await indexer.catchUp();
  expect(await queries.checkWrites()).toEqual(ready);
});

async function waitForFinality(history: History): Promise<void> {
  const slot = await history.chain.rpc.getSlot({ commitment: 'confirmed' }).send();
  const finalized = () => history.chain.rpc.getSlot({ commitment: 'finalized' }).send();
  await expect.poll(finalized).toBeGreaterThanOrEqual(slot);
}

// Waiting for a bet, against the real service and against one that takes its time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import { createTote, decimal, type Tote, type ToteError } from '../src/index.ts';
import { sendJson, startWrongServer } from './support/server.ts';

const codeOf = (call: Promise<unknown>) => call.catch((error: ToteError) => error.code);

describe('the real service', () => {
  let world: World;
  let bob: Tote;
  beforeAll(async () => {
    world = await World.start();
    const credential = { apiKey: world.wallet('bob').apiKey };
    bob = createTote({ url: world.service.baseUrl, credential });
  });
  afterAll(() => world.close());

  test('a bet is waited for until it is confirmed, or final', async () => {
    const marketId = await world.createMarket();
    const bet = { marketId, outcome: 'Yes', amount: decimal('1') } as const;
    expect(await bob.placeBet({ ...bet, wait: 'confirmed' })).toMatchObject({ state: 'confirmed' });
    const final = await bob.placeBet({ ...bet, wait: 'finalized' });
    expect(final).toMatchObject({ state: 'finalized', newTotalStake: { Yes: '2', No: '0' } });
    const { state } = await bob.getTransaction({ transactionId: final.transactionId });
    expect(state).toBe('finalized');
  });

  test('base units are of the currency of the market', async () => {
    const marketId = await world.createMarket({ currency: 'UTILITY' });
    const bet = await bob.placeBet({ marketId, outcome: 'No', amount: 1_500_000n });
    expect(bet.amountStaked).toBe('1.5');
  });
});

const ODDS = { Yes: 1, No: 0 };
const PENDING = {
  ...{ marketId: 'market_1', outcome: 'Yes', message: 'Sent.', betId: 'b1', state: 'pending' },
  ...{ amountStaked: 1, newTotalStake: ODDS, newOdds: ODDS, transactionId: 't1' },
};
const betOf = (fields: object) => ({
  ...{ betId: 'b1', marketId: 'market_1', wallet: 'w', outcome: 'Yes', amount: 1, currency: 'SOL' },
  ...{
    transactionId: 't1',
    totalStake: { Yes: 3, No: 0 },
    odds: ODDS,
    placedAt: '2030-01-01T00:00:00Z',
  },
  ...fields,
});

/** Answers `GET /v1/bets/b1` in this order, the last one again and again. */
async function withSlowService(states: readonly object[], use: (tote: Tote) => Promise<void>) {
  let asked = 0;
  const server = await startWrongServer(({ method }, response) => {
    if (method === 'POST') return sendJson(response, 202, PENDING);
    sendJson(response, 200, betOf(states[Math.min(asked, states.length - 1)] as object));
    asked += 1;
  });
  await use(createTote({ url: server.url, credential: { apiKey: 'secret' } }));
  expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
}

describe('a slow service', () => {
  const bet = { marketId: 'market_1', outcome: 'Yes', amount: decimal('1') } as const;

  test('a pending bet is returned, or waited for: in another transaction, if the first is lost', async () => {
    const states = [{ state: 'pending' }, { state: 'confirmed', transactionId: 't2' }];
    await withSlowService(states, async (tote) => {
      expect(await tote.placeBet({ ...bet, wait: 'confirmed' })).toMatchObject({
        ...{ state: 'confirmed', transactionId: 't2', newTotalStake: { Yes: '3', No: '0' } },
      });
    });
    await withSlowService([{ state: 'pending' }], async (tote) => {
      expect(await tote.placeBet(bet)).toMatchObject({ state: 'pending' });
    });
  });

  test('a bet that came to nothing is thrown, with its code', async () => {
    const failed = { state: 'failed', error: 'It closed.', errorCode: 'market_closed' };
    await withSlowService([{ state: 'pending' }, failed], async (tote) => {
      expect(await codeOf(tote.placeBet({ ...bet, wait: 'finalized' }))).toBe('market_closed');
    });
  });

  test('when the time is over, the error says that the bet was sent', async () => {
    await withSlowService([{ state: 'pending' }], async (tote) => {
      const call = tote.placeBet({ ...bet, wait: 'confirmed' }, { timeoutMs: 600 });
      await expect(call).rejects.toMatchObject({
        code: 'timed_out',
        message: 't1 was sent, but is not confirmed yet.',
      });
    });
  });
});

// Streams that are refused, and reads that see every write. story/feed.test.ts has the events.
import { describe, expect, test } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { World } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';

const world = useWorld();

test('an invalid filter is refused before the stream starts', async () => {
  expectRefusal(await world.get('/events?marketId=x'), 404, 'market_not_found');
  expectRefusal(await world.get('/events?wallet=x'), 400, 'address_invalid');
  expectRefusal(await world.get('/events?lastEventId=-1'), 400, 'field_invalid');
  const headers = { 'last-event-id': 'x' };
  expectRefusal(await world.get('/events', { headers }), 400, 'field_invalid');
});

describe('read your own writes', () => {
  test('the first bet after a start has its wallet at once', async () => {
    await using fresh = await World.start();
    const id = await fresh.createMarket();
    const { body } = await fresh.bet(id, 'alice', 'Yes', 1);
    const { address } = fresh.wallet('alice');
    expect((await fresh.get(`/bets/${body.betId}`)).body.wallet).toBe(address);
    const { bets } = (await fresh.get(`/transactions/${body.transactionId}`)).body;
    expect(bets.map(({ wallet }: { wallet: string }) => wallet)).toEqual([address]);
    expect((await fresh.get(`/markets/${id}/bets`)).body[0].wallet).toBe(address);
  });

  test('right after a 201 every read shows the bet', async () => {
    const id = await world.createMarket();
    for (let bets = 1; bets <= 10; bets += 1) {
      const { body } = await world.bet(id, 'alice', 'Yes', 0.1);
      const [market, bet, transaction, list, history, account] = await Promise.all([
        world.get(`/markets/${id}`, { as: 'alice' }),
        world.get(`/bets/${body.betId}`),
        world.get(`/transactions/${body.transactionId}`),
        world.get(`/markets/${id}/bets?limit=1`),
        world.get(`/markets/${id}/history?limit=100`),
        world.get('/account', { as: 'alice' }),
      ]);
      expect(market.body.betCount).toBe(bets);
      expect(market.body.outcomes[0].totalStake).toBe(body.newTotalStake.Yes);
      expect(market.body.yours.stakes.Yes).toBe(body.newTotalStake.Yes);
      const wallet = world.wallet('alice').address;
      expect([bet.body.wallet, list.body[0].wallet]).toEqual([wallet, wallet]);
      expect([bet.body.state, list.body[0].betId]).toEqual(['confirmed', body.betId]);
      expect(transaction.body.bets).toMatchObject([{ betId: body.betId }]);
      expect(history.body).toHaveLength(bets);
      expect(account.body.positions[0].marketId).toBe(id);
    }
  });
});

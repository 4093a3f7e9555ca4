import { LIMITS } from '@tote/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import {
  createTote,
  type Decimal,
  decimal,
  fromBaseUnits,
  quoteBet,
  toBaseUnits,
} from '../src/index.ts';

const marketOf = (yes: Decimal, no: Decimal, burn = 0.05, developer = 0.05) => ({
  outcomes: [
    { name: 'Yes', totalStake: yes },
    { name: 'No', totalStake: no },
  ] as const,
  feePercentage: { burn, developer },
});

test('the example of the documents: own weight, fees, more stakes, break-even', () => {
  const market = marketOf(decimal('150'), decimal('60'));
  const bet = { outcome: 'No', amount: decimal('10'), more: decimal('60') } as const;
  expect(quoteBet(market, bet, 'SOL')).toEqual({
    outcome: 'No',
    amount: '10',
    payout: '29.285714285',
    payoutIfMore: { Yes: '37', No: '20.384615384' },
    payoutRatio: '2.9285',
    breakEven: '0.3415',
  });
});

test('without anybody on the other side a bet gets back its stake', () => {
  const bet = { outcome: 'Yes', amount: 5n } as const;
  const quote = quoteBet(marketOf(decimal('0'), decimal('0')), bet, 'SOL');
  expect(quote).toMatchObject({ payout: '0.000000005', payoutRatio: '1', breakEven: '1' });
});

test.each([0n, -1n, 2n ** 64n - 1n])('a bet of %d base units is refused', (amount) => {
  const market = marketOf(decimal('0'), decimal('1'));
  const quote = () => quoteBet(market, { outcome: 'Yes', amount }, 'SOL');
  expect(quote).toThrow(expect.objectContaining({ code: 'input_invalid' }));
});

test('break-even is the least chance with which the bet is worth it, and payouts fit the pool', () => {
  const units = fc.bigInt({ min: 0n, max: 2n ** 60n });
  const bps = fc.integer({ min: 0, max: LIMITS.feeBpsSumMax / 2 });
  fc.assert(
    fc.property(units, units, units, bps, bps, (yes, no, stake, burn, developer) => {
      const amount = stake + 1n;
      const market = marketOf(
        fromBaseUnits(yes, 9),
        fromBaseUnits(no, 9),
        burn / 1e4,
        developer / 1e4,
      );
      const quote = quoteBet(market, { outcome: 'Yes', amount }, 'SOL');
      const payout = toBaseUnits(quote.payout, 'SOL');
      const fees = (no * BigInt(burn)) / 10_000n + (no * BigInt(developer)) / 10_000n;
      expect(payout).toBe(amount + (amount * (no - fees)) / (yes + amount));
      const chance = toBaseUnits(quote.breakEven, 4);
      expect(chance * payout >= amount * 10_000n).toBe(true);
      expect((chance - 1n) * payout < amount * 10_000n).toBe(true);
    }),
  );
});

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test.each(['SOL', 'UTILITY'] as const)(
  'the service pays in %s what was quoted',
  async (currency) => {
    const url = world.service.baseUrl;
    const bob = createTote({ url, credential: { apiKey: world.wallet('bob').apiKey } });
    const marketId = await world.createMarket({ currency });
    await world.bet(marketId, 'alice', 'Yes', '1.234567');
    await world.bet(marketId, 'alice', 'No', '0.7');
    const bet = { marketId, outcome: 'No', amount: 1_000_001n } as const;
    const quote = await bob.quote(bet);
    await bob.placeBet({ ...bet, currency });
    const { yours } = await bob.getMarket({ marketId });
    expect(yours?.payoutIfNo).toBe(quote.payout);
  },
);

import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { type Betting, callerOf, createBetting } from '../submissions/betting.ts';

const question = (betting: Betting, seconds = 3_600) => ({
  question: 'Will it rain in Lisbon?',
  tokenAddress: null,
  expiresAt: unixSeconds(betting.world.chain.clock.now() + seconds),
  currency: 'SOL' as const,
});

const stake = (text: string) => ({
  initialStake: { outcome: 'Yes' as const, amount: { text, isJsonNumber: false } },
});

describe('a market', () => {
  test('is not created if the chain refuses its stake', async () => {
    const betting = await createBetting();
    const { world } = betting;
    const { wallet } = await world.openBettor({ sol: SOL });
    const input = { ...question(betting), ...stake('0.7') };
    const create = () => betting.create(callerOf(wallet.address), input);
    const results = await Promise.allSettled([create(), create()]);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(reasons).toEqual(['funds_insufficient']);
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(300_000_000n);
    await betting.indexer.catchUp();
    expect(await betting.store.db.selectFrom('markets').select('id').execute()).toHaveLength(1);
  });
});

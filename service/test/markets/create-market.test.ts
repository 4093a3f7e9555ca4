import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { type Betting, callerOf, createBetting, keyed } from '../submissions/betting.ts';

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
  test('is created for the caller, attested and gated', async () => {
    const betting = await createBetting();
    const { wallet } = await betting.world.openBettor();
    const input = question(betting);
    const { market, state } = await betting.create(callerOf(wallet.address), input);
    expect(state).toBe('confirmed');
    expect(market).toMatchObject({
      creator: wallet.address,
      question: input.question,
      isGated: true,
      isCustom: false,
      subject: betting.world.oracle.address,
      closesAt: input.expiresAt,
      expiresAt: input.expiresAt,
      refundAt: input.expiresAt + 86_400,
      pools: { yes: 0n, no: 0n },
    });
  });

  test('with its first stake lands in one transaction', async () => {
    const betting = await createBetting();
    const { wallet } = await betting.world.openBettor();
    const input = { ...question(betting), ...stake('0.5') };
    const created = await betting.create(callerOf(wallet.address), input);
    expect(created.market.pools).toEqual({ yes: SOL / 2n, no: 0n });
    const bettor = await betting.world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(10n * SOL - SOL / 2n);
    const bets = await betting.store.db.selectFrom('bets').selectAll().execute();
    expect(bets).toMatchObject([{ signature: created.transactionId, pool_yes: SOL / 2n }]);
  });

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

  test('is refused before signing for its times, its question or its stake', async () => {
    const betting = await createBetting();
    const { wallet } = await betting.world.openBettor({ sol: SOL });
    const refused = async (changes: object) => {
      const input = { ...question(betting), ...changes };
      return (await betting.create(callerOf(wallet.address), input).catch((error) => error)).code;
    };
    const now = betting.world.chain.clock.now();
    expect(await refused({ expiresAt: now })).toBe('expire_at_not_future');
    expect(await refused({ expiresAt: 253_402_300_799 })).toBe('duration_too_long');
    expect(await refused({ closesAt: now })).toBe('betting_closes_at_out_of_range');
    expect(await refused({ question: 'x' })).toBe('question_length_out_of_range');
    expect(await refused({ condition: { type: 'unheard-of' } })).toBe('condition_invalid');
    expect(await refused(stake('2'))).toBe('funds_insufficient');
    expect(await betting.store.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  });

  test('requested twice with one key is one market', async () => {
    const betting = await createBetting();
    const { wallet } = await betting.world.openBettor();
    const input = question(betting);
    const create = () => betting.create(callerOf(wallet.address), input, keyed('m'));
    const created = await Promise.all(Array.from({ length: 10 }, create));
    for (const one of created) expect(one).toEqual(created[0]);
    expect(await create()).toEqual(created[0]);
    await betting.indexer.catchUp();
    expect(await betting.store.db.selectFrom('markets').select('id').execute()).toHaveLength(1);
  });

  test('with a question of 500 bytes and the longest condition fits a transaction', async () => {
    const betting = await createBetting();
    const { wallet } = await betting.world.openBettor();
    const long = { ...question(betting), question: '×'.repeat(250), ...stake('1') };
    const { market } = await betting.create(callerOf(wallet.address), long);
    expect(market.question).toBe(long.question);
    expect(market.pools.yes).toBe(SOL);
  });
});

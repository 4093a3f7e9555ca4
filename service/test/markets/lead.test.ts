// The lead of the Config: how long before its expiry a market on a price at the expiry closes.
import type { Address } from '@solana/kit';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import type { CreateMarketInput } from '../../src/markets/context.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { bet, callerOf } from '../submissions/betting.ts';
import { createFollowing, resultOf, StandingTime, updateConfig } from '../submissions/following.ts';
import { createPreparedWorld, signTransaction } from '../submissions/prepared-world.ts';

const question = 'Will SOL be above $100 at expiry?';

const asked = (expiresAt: number): CreateMarketInput =>
  ({ question, tokenAddress: null, currency: 'SOL', expiresAt }) as CreateMarketInput;

async function start(leadSeconds: number) {
  const time = new StandingTime();
  const following = await createFollowing({ chainMs: time.chainMs });
  const { world, context, live, create, placeBet } = following;
  Object.assign(context, { priceUpdates: { covers: () => true } });
  await updateConfig(world, { leadSeconds }, [PYTH_RECEIVER]);
  await live.refresh();
  const { wallet } = await world.openBettor({ sol: 10n * SOL });
  const caller = callerOf(wallet.address as Address);
  return {
    ...following,
    time,
    create: (input: CreateMarketInput) => create(caller, input),
    bet: (id: string) => resultOf(placeBet(caller, bet(id))),
    at: <T>(seconds: number, act: (now: number) => Promise<T>) => time.at(world, seconds, act),
  };
}

describe.each([0, 30, 300])('with a lead of %i seconds', (lead) => {
  test('bets are taken until then, by the second', async () => {
    const { create, bet, at, time } = await start(lead);
    const results = await time.repeatUntilSharp(async () => {
      const created = await at(time.now, (now) => create(asked(now + 2 * lead + 1)));
      const { id, closesAt, expiresAt } = created.market;
      expect(expiresAt - closesAt).toBe(lead);
      return [await at(closesAt - 1, () => bet(id)), await at(closesAt, () => bet(id))];
    });
    expect(results).toEqual(['confirmed', '409 market_closed']);
  });
});

describe('a lead that was raised a moment ago', () => {
  test('refuses one that is too short now', async () => {
    const { world, create, at, time, live } = await start(0);
    await updateConfig(world, { leadSeconds: 30 }, [PYTH_RECEIVER]);
    const attempt = await at(time.now, (now) => resultOf(create(asked(now + 59))));
    expect(attempt).toBe('400 market_shorter_than_lead');
    expect(live.current.leadSeconds).toBe(30);
  });

  test('refuses what a wallet signed before, and says why', async () => {
    const time = new StandingTime();
    const world = await createPreparedWorld({ chainMs: time.chainMs });
    const { context } = world;
    Object.assign(context, { priceUpdates: { covers: () => true } });
    const wallet = await world.createWallet();
    await time.at(world, time.now, async (now) => {
      const prepare = (seconds: number) =>
        prepareMarket(context, wallet.address, asked(now + seconds));
      const [short, long] = [await prepare(59), await prepare(600)];
      await updateConfig(world, { leadSeconds: 30 });
      const submit = ({ transaction }: { transaction: string }) =>
        resultOf(submitTransaction(context, null, signTransaction(transaction, wallet)));
      expect(await submit(short)).toBe('400 market_shorter_than_lead');
      expect(await submit(long)).toBe('503 terms_changed');
      expect(await submit(await prepare(600))).toBe('confirmed');
    });
  });
});

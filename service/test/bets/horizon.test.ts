// The horizon of the Config: how far ahead a market may end that we create for a wallet or bet in
// as its delegate. What the wallet signs itself has no such limit.
import type { Address } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import type { CreateMarketInput } from '../../src/markets/context.ts';
import { bet, callerOf } from '../submissions/betting.ts';
import { createFollowing, resultOf, StandingTime, updateConfig } from '../submissions/following.ts';
import { text } from '../submissions/prepared-world.ts';

const DAY = 86_400;

const asked = (expiresAt: number): CreateMarketInput =>
  ({ question: 'Will it rain?', tokenAddress: null, currency: 'SOL', expiresAt }) as never;

const TOO_LATE = '402 market_ends_too_late';

/** The service has read the horizon, or still knows the longest one. */
async function start({ hasRead = true } = {}) {
  const time = new StandingTime();
  const following = await createFollowing({ chainMs: time.chainMs });
  const { world, live, create, placeBet, store } = following;
  const { wallet } = await world.openBettor({ sol: 10n * SOL });
  await updateConfig(world, { horizonSeconds: DAY });
  if (hasRead) await live.refresh();
  const caller = callerOf(wallet.address as Address);
  return {
    ...following,
    time,
    create: (expiresAt: number, stakes?: CreateMarketInput['initialStakes']) =>
      create(caller, { ...asked(expiresAt), ...(stakes && { initialStakes: stakes }) }),
    bet: (id: string) => resultOf(placeBet(caller, bet(id))),
    at: <T>(seconds: number, act: (now: number) => Promise<T>) => time.at(world, seconds, act),
    books: async () => ({
      submissions: (await store.db.selectFrom('submissions').selectAll().execute()).length,
      bettor: await world.chain.accounts.findBettor(caller.wallet),
    }),
  };
}

describe('a market that we create for a wallet', () => {
  test('may end at the horizon, and not a second later', async () => {
    const { create, at, time, books } = await start();
    const results = await time.repeatUntilSharp(() =>
      at(time.now, async (now) => {
        const before = await books();
        const late = await resultOf(create(now + DAY + 1));
        const stake = { outcome: 'Yes', amount: text('1') } as const;
        const staked = await resultOf(create(now + DAY + 1, [stake]));
        expect(await books()).toEqual(before);
        return [late, staked, await resultOf(create(now + DAY))];
      }),
    );
    expect(results).toEqual([TOO_LATE, TOO_LATE, 'confirmed']);
  });

  test('is refused by the program too, and the Config is read again', async () => {
    const { create, at, time, live } = await start({ hasRead: false });
    const late = await at(time.now, (now) => resultOf(create(now + DAY + 60)));
    expect([late, live.current.horizonSeconds]).toEqual([TOO_LATE, DAY]);
  });
});

describe('a bet as delegate', () => {
  test('is placed from the second on at which the end is near enough', async () => {
    const { createMarket, bet, at, time, books } = await start();
    const { id, far, now } = await time.repeatUntilSharp(() =>
      at(time.now, async (now) => {
        // By its creator, who is the operator here.
        const { id } = await createMarket({ seconds: DAY + 1 });
        const before = await books();
        const far = await bet(id);
        expect(await books()).toEqual(before);
        return { id, far, now };
      }),
    );
    expect(far).toBe(TOO_LATE);
    expect(await at(now + 1, () => bet(id))).toBe('confirmed');
  });

  test('is refused by a verdict of the program, with the same error', async () => {
    const { createMarket, bet, at, time, world } = await start({ hasRead: false });
    const { id, address } = await createMarket({ seconds: DAY + 3_600 });
    expect(await at(time.now, () => bet(id))).toBe(TOO_LATE);
    const account = await world.chain.accounts.findMarket(address);
    expect([account?.pools[0], account?.pools[1]]).toEqual([0n, 0n]);
  });
});

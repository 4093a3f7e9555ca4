// Times of the Config. The lead: how long before its expiry a market on a price at the expiry
// closes. The horizon: how far ahead a market may end that we create for a wallet or bet in as its
// delegate; what the wallet signs itself has no such limit.
import type { Address } from '@solana/kit';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import type { TermsArgs } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import type { CreateMarketInput } from '../../src/markets/context.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { bet, callerOf } from '../submissions/betting.ts';
import { createFollowing, resultOf, StandingTime, updateConfig } from '../submissions/following.ts';
import { createPreparedWorld, signTransaction, text } from '../submissions/prepared-world.ts';

const DAY = 86_400;
const PRICE = 'Will SOL be above $100 at expiry?';

const asked = (expiresAt: number, question = PRICE, rest: object = {}): CreateMarketInput =>
  ({ question, tokenAddress: null, currency: 'SOL', expiresAt, ...rest }) as CreateMarketInput;

/** The service has read the terms, or still knows those of before. */
async function start(terms: Partial<TermsArgs>, { hasRead = true } = {}) {
  const time = new StandingTime();
  const following = await createFollowing({ chainMs: time.chainMs });
  const { world, context, live, create, placeBet, store } = following;
  Object.assign(context, { priceUpdates: { covers: () => true } });
  const { wallet } = await world.openBettor({ sol: 10n * SOL });
  await updateConfig(world, terms, [PYTH_RECEIVER]);
  if (hasRead) await live.refresh();
  const caller = callerOf(wallet.address as Address);
  return {
    ...following,
    time,
    create: (input: CreateMarketInput) => create(caller, input),
    bet: (id: string) => resultOf(placeBet(caller, bet(id))),
    at: <T>(seconds: number, act: (now: number) => Promise<T>) => time.at(world, seconds, act),
    books: async () => ({
      submissions: (await store.db.selectFrom('submissions').selectAll().execute()).length,
      bettor: await world.chain.accounts.findBettor(caller.wallet),
    }),
  };
}

test.each([0, 30, 300])(
  'with a lead of %i seconds bets are taken until then, by the second',
  async (lead) => {
    const { create, bet, at, time } = await start({ leadSeconds: lead });
    const results = await time.repeatUntilSharp(async () => {
      const created = await at(time.now, (now) => create(asked(now + 2 * lead + 1)));
      const { id, closesAt, expiresAt } = created.market;
      expect(expiresAt - closesAt).toBe(lead);
      return [await at(closesAt - 1, () => bet(id)), await at(closesAt, () => bet(id))];
    });
    expect(results).toEqual(['confirmed', '409 market_closed']);
  },
);

describe('a lead that was raised a moment ago', () => {
  test('refuses one that is too short now', async () => {
    const { create, at, time, live } = await start({ leadSeconds: 30 }, { hasRead: false });
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

const TOO_LATE = '402 market_ends_too_late';
const HORIZON = { horizonSeconds: DAY };
const later = (expiresAt: number, rest?: object) => asked(expiresAt, 'Will it rain?', rest);

describe('a market that we create for a wallet', () => {
  test('may end at the horizon, and not a second later', async () => {
    const { create, at, time, books } = await start(HORIZON);
    const results = await time.repeatUntilSharp(() =>
      at(time.now, async (now) => {
        const before = await books();
        const late = await resultOf(create(later(now + DAY + 1)));
        const initialStakes = [{ outcome: 'Yes', amount: text('1') }];
        const staked = await resultOf(create(later(now + DAY + 1, { initialStakes })));
        expect(await books()).toEqual(before);
        return [late, staked, await resultOf(create(later(now + DAY)))];
      }),
    );
    expect(results).toEqual([TOO_LATE, TOO_LATE, 'confirmed']);
  });

  test('is refused by the program too, and the Config is read again', async () => {
    const { create, at, time, live } = await start(HORIZON, { hasRead: false });
    const late = await at(time.now, (now) => resultOf(create(later(now + DAY + 60))));
    expect([late, live.current.horizonSeconds]).toEqual([TOO_LATE, DAY]);
  });
});

describe('a bet as delegate', () => {
  test('is placed from the second on at which the end is near enough', async () => {
    const { createMarket, bet, at, time, books } = await start(HORIZON);
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
    const { createMarket, bet, at, time, world } = await start(HORIZON, { hasRead: false });
    const { id, address } = await createMarket({ seconds: DAY + 3_600 });
    expect(await at(time.now, () => bet(id))).toBe(TOO_LATE);
    const account = await world.chain.accounts.findMarket(address);
    expect([account?.pools[0], account?.pools[1]]).toEqual([0n, 0n]);
  });
});

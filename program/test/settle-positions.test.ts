import type { Address } from '@solana/kit';
import { getSettlePositionsInstruction, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { eventOf, verdictsOf } from './support/expect-event.ts';
import { keys, SOL } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { patchU64 } from './support/patch.ts';
import { fund, resolvedMarket } from './support/scenes.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { Yes, No } = Outcome;
/** Alice stakes 3 on Yes and Bob 2 on No, of which she gets nine tenths. */
const STAKES = { yes: 3n * SOL, no: 2n * SOL };
const ALICE_GETS = 4_800_000_000n;

const world = createWorld();
beforeEach(() => world.reset());

const settle = (market: Address, ...wallets: Key[]) => world.build.settlePositions(market, wallets);
const payoutsOf = (result: ReturnType<typeof world.must>) =>
  eventOf(result, 'PositionsSettled').positions.map(({ payout }) => payout);

test('a market that counts fewer positions than there are pays nobody', () => {
  const market = resolvedMarket(world, STAKES);
  const POSITIONS_AT = 80;
  patchU64(world, market, POSITIONS_AT, 1n);
  world.expectRefused(settle(market, bob, alice), 'BooksMismatch');
  world.must(settle(market, bob));
});

test('a balance that would overflow is not paid', () => {
  const market = resolvedMarket(world, STAKES);
  patchU64(world, bettorAddress(alice), 72, (1n << 64n) - ALICE_GETS);
  world.expectRefused(settle(market, alice), 'BooksMismatch');
  patchU64(world, bettorAddress(alice), 72, (1n << 64n) - ALICE_GETS - 1n);
  world.must(settle(market, alice));
});

describe('63 positions', () => {
  // A transaction locks 64 accounts: the fee payer, the program, the market and 61 bettors.
  const BETTORS = 61;
  const NUMBERS = Array.from({ length: BETTORS }, (_, index) => index + 1);

  /** Everybody has 1 to 61 units on Yes, and Alice 10,000 on No. */
  function crowdedMarket(): { market: Address; wallets: Key[] } {
    const minimumStakeSol = 1n;
    world.must(world.build.updateConfig({ minimumStakeSol, burnBps: 0, developerBps: 0 }));
    fund(world, SOL, alice);
    const market = world.createMarket();
    world.bet(alice, market, No, 10_000n);
    const wallets = NUMBERS.map((number) => {
      const wallet = world.wallet(`bettor ${number}`);
      world.bettor(wallet, { sol: 100n, slots: 1, isDelegated: false });
      world.bet(wallet, market, Yes, BigInt(number));
      return wallet;
    });
    world.resolve(market, Yes);
    return { market, wallets };
  }

  test('fit in one instruction, and each is paid its own', () => {
    const { market, wallets } = crowdedMarket();
    const [first, second] = wallets as [Key, Key];
    const result = world.must(settle(market, ...wallets, first, second));
    // 1 + 2 + ... + 61 = 1,891
    const expected = NUMBERS.map((stake) => BigInt(stake + Math.floor((stake * 10_000) / 1_891)));
    expect(payoutsOf(result)).toEqual([...expected, 0n, 0n]);
    expect(verdictsOf(result).slice(60)).toEqual(['Done', 'NothingToSettle', 'NothingToSettle']);
    expect(eventOf(result, 'PositionsSettled')).toMatchObject({ settled: 61, openPositions: 1n });
    expect(result.returnData).toHaveLength(64 + 63 * 9);
    expect(world.getBettor(wallets[60] as Key).available[0]).toBe(100n - 61n + 383n);
    world.settle(market, alice);
    const dust = 11_891n - expected.reduce((sum, payout) => sum + payout, 0n);
    expect(world.getMarket(market).held).toBe(dust);
    world.expectConserved();
  });

  test('are the most: 64 are refused', () => {
    const market = resolvedMarket(world, { yes: SOL });
    const positions = new Array(64).fill({ bettor: bettorAddress(alice) });
    const tooMany = getSettlePositionsInstruction({ market, positions });
    world.expectRefused(tooMany, 'InvalidAccountCount');
    const most = getSettlePositionsInstruction({ market, positions: positions.slice(1) });
    expect(verdictsOf(world.must(most)).slice(0, 2)).toEqual(['Done', 'NothingToSettle']);
  });
});

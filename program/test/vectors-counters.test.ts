// vectors/bet-window.json through real bets of a delegate, and vectors/buyback.json through real
// sales. The states they start from are written into the accounts.
import { Currency, type ErrorName, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BuybackCase, readVectors, type WindowCase } from '../../tools/test-setup/vectors.ts';
import { bettorAddress, utilityAddress } from './support/build.ts';
import { eventOf, verdictsOf } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { patchU64, setTime } from './support/patch.ts';
import { settledMarket } from './support/scenes.ts';
import { setMint, setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, carol } = keys;
const { vaultSol, utilityMint } = addresses;
const U64_MAX = (1n << 64n) - 1n;

const world = createWorld({ terms: { minimumStakeSol: 1n } });
beforeEach(() => world.reset());

describe('vectors/bet-window.json', () => {
  const HIGHEST_AT = 168;
  const WINDOW_AT = 176;
  const VERDICTS: Record<WindowCase['steps'][number]['verdict'], ErrorName | 'Done'> = {
    Fresh: 'Done',
    Duplicate: 'DuplicateBet',
    IdTooOld: 'IdTooOld',
    IdTooFar: 'IdTooFar',
  };

  /** Bit `id % 256` of four words. */
  function toWords(seen: readonly string[]): bigint[] {
    const words = [0n, 0n, 0n, 0n];
    for (const id of seen.map(BigInt)) {
      const index = Number((id / 64n) % 4n);
      words[index] = (words[index] ?? 0n) | (1n << (id % 64n));
    }
    return words;
  }

  function startFrom({ highest, seen }: WindowCase['start']) {
    const bettor = bettorAddress(alice);
    // The generation stands behind it.
    const { delegateGeneration } = world.getBettor(alice);
    const generation = BigInt(delegateGeneration) << 32n;
    patchU64(world, bettor, HIGHEST_AT, BigInt(highest) | generation);
    toWords(seen).forEach((word, index) => {
      patchU64(world, bettor, WINDOW_AT + 8 * index, word);
    });
  }

  /** As many bets in one batch as fit. */
  const BATCH = 56;

  test.each(readVectors<WindowCase>('bet-window.json'))('$name', ({ start, steps, expected }) => {
    world.bettor(alice, { sol: 1_000_000n });
    const market = world.createMarket();
    startFrom(start);
    const { epoch } = world.getBettor(alice);
    const bets = steps.map(({ id }) => ({
      wallet: alice,
      outcome: Outcome.Yes,
      amount: 1n,
      delegated: { epoch, betId: Number(id) },
    }));
    const verdicts: string[] = [];
    for (let first = 0; first < bets.length; first += BATCH) {
      const batch = world.build.placeBets(market, bets.slice(first, first + BATCH));
      verdicts.push(...verdictsOf(world.must(batch)));
    }
    expect(verdicts).toEqual(steps.map(({ verdict }) => VERDICTS[verdict]));
    const { highestBetId, betWindow, available } = world.getBettor(alice);
    expect(highestBetId).toBe(Number(expected.highest));
    expect(betWindow).toEqual(toWords(expected.seen));
    const fresh = steps.filter(({ verdict }) => verdict === 'Fresh').length;
    expect(available[Currency.Sol]).toBe(1_000_000n - BigInt(fresh));
  });
});

describe('vectors/buyback.json', () => {
  const cases = readVectors<BuybackCase>('buyback.json');
  const LOT = 1_000n;

  interface AuctionState {
    clearingPrice: bigint;
    roundStartedAt: bigint;
    roundSeconds: bigint;
    now: bigint;
  }

  const FIELDS = { reserve: 16, lot: 56, clearingPrice: 64, roundStartedAt: 72, roundSeconds: 80 };

  /** Sets the reserve and puts the auction into this state. */
  function startAuction(reserve: bigint, lot: bigint, { now, ...auction }: AuctionState) {
    world.bettor(carol, { sol: reserve });
    for (const [name, value] of Object.entries({ reserve, lot, ...auction })) {
      patchU64(world, vaultSol, FIELDS[name as keyof typeof FIELDS], value);
    }
    // The deposit has become the reserve.
    patchU64(world, bettorAddress(carol), 72, 0n);
    setTime(world, now);
    world.expectConserved();
  }

  /** With UTILITY for every price. */
  function fundBuyer() {
    const mint = utilityMint;
    setMint(world, mint, { decimals: 6, supply: U64_MAX, mintAuthority: null });
    setTokenAccount(world, utilityAddress(carol), { mint, owner: carol.address, amount: U64_MAX });
  }

  test.each(cases.filter((vector) => vector.kind === 'price'))('$name', (vector) => {
    const { expected } = vector;
    startAuction(2n * LOT, LOT, {
      clearingPrice: BigInt(vector.clearingPrice),
      roundStartedAt: BigInt(vector.roundStartedAt),
      roundSeconds: BigInt(vector.roundSeconds),
      now: BigInt(vector.now),
    });
    fundBuyer();
    if ('error' in expected) {
      world.expectRefused(world.build.buyBack(carol, U64_MAX), expected.error);
      return;
    }
    const price = BigInt(expected.price);
    world.expectRefused(world.build.buyBack(carol, price - 1n), 'PriceAboveLimit');
    const event = eventOf(world.must(world.build.buyBack(carol, price)), 'BoughtBack');
    expect(event).toMatchObject({ price, lot: LOT, reserve: LOT, utilityBurnedTotal: price });
    expect(world.getUtilitySupply()).toBe(U64_MAX - price);
    const { clearingPrice, roundStartedAt } = expected.afterSale;
    expect(world.getVault(Currency.Sol)).toMatchObject({
      clearingPrice: BigInt(clearingPrice),
      roundStartedAt: BigInt(roundStartedAt),
    });
    // The second lot is there, but not in this round.
    world.expectRefused(world.build.buyBack(carol, U64_MAX), 'RoundSold');
  });

  test.each(cases.filter((vector) => vector.kind === 'refill'))('$name', (vector) => {
    const before = BigInt(vector.reserveBefore);
    // The burn share is a twentieth of the losing stake.
    const no = 20n * (BigInt(vector.reserveAfter) - before);
    const market = settledMarket(world, { yes: 1n, no });
    const state = { clearingPrice: 1_000n, roundSeconds: 3_600n };
    const times = { roundStartedAt: BigInt(vector.roundStartedAt), now: BigInt(vector.now) };
    startAuction(before, BigInt(vector.lot), { ...state, ...times });
    world.must(world.build.closeMarket(market));
    expect(world.getVault(Currency.Sol)).toMatchObject({
      feesBurn: BigInt(vector.reserveAfter),
      clearingPrice: 1_000n,
      roundStartedAt: BigInt(vector.expected.roundStartedAt),
    });
  });
});

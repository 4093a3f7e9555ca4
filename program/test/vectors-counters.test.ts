// vectors/bet-window.json through real bets of a delegate, and vectors/buyback.json through real
// sales. The states they start from are written into the accounts.
import { Currency, type ErrorName, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress, utilityAddress } from './support/build.ts';
import { eventOf, verdictsOf } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { patchU64, setTime } from './support/patch.ts';
import { setMint, setTokenAccount } from './support/tokens.ts';
import { type BuybackCase, readVectors, type WindowCase } from './support/vectors.ts';
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
    patchU64(world, bettor, HIGHEST_AT, BigInt(highest));
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
    expect(highestBetId).toBe(BigInt(expected.highest));
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

  /** Puts two lots up for sale and the auction into this state, with a buyer who can pay. */
  function startAuction({ clearingPrice, roundStartedAt, roundSeconds, now }: AuctionState) {
    world.bettor(alice, { sol: 2n * LOT });
    const fields = {
      16: 2n * LOT,
      56: LOT,
      64: clearingPrice,
      72: roundStartedAt,
      80: roundSeconds,
    };
    for (const [offset, value] of Object.entries(fields)) {
      patchU64(world, vaultSol, Number(offset), value);
    }
    // The deposit has become the reserve.
    patchU64(world, bettorAddress(alice), 72, 0n);
    const mint = utilityMint;
    setMint(world, mint, { decimals: 6, supply: U64_MAX, mintAuthority: null });
    setTokenAccount(world, utilityAddress(carol), { mint, owner: carol.address, amount: U64_MAX });
    setTime(world, now);
    world.expectConserved();
  }

  const stateOf = (vector: BuybackCase): AuctionState => ({
    clearingPrice: BigInt(vector.clearingPrice),
    roundStartedAt: BigInt(vector.roundStartedAt),
    roundSeconds: BigInt(vector.roundSeconds),
    now: BigInt(vector.now),
  });

  test.each(cases.filter(({ kind }) => kind === 'price'))('$name', (vector) => {
    startAuction(stateOf(vector));
    const price = BigInt(vector.expected.price);
    world.expectRefused(world.build.buyBack(carol, price - 1n), 'PriceAboveLimit');
    const event = eventOf(world.must(world.build.buyBack(carol, price)), 'BoughtBack');
    expect(event).toMatchObject({ price, lot: LOT, reserve: LOT, utilityBurnedTotal: price });
    expect(world.getUtilitySupply()).toBe(U64_MAX - price);
  });

  /** A round that has come to this price at this moment: at its start, or one unit later. */
  function stateAtPrice(price: bigint, now: bigint): AuctionState {
    const clearingPrice = (price + 1n) / 2n;
    const lowest = clearingPrice / 8n > 0n ? clearingPrice / 8n : 1n;
    const fallen = 2n * clearingPrice - price;
    const roundSeconds = 2n * clearingPrice - lowest;
    return { clearingPrice, roundStartedAt: now - fallen, roundSeconds, now };
  }

  const sales = cases.filter(({ kind }) => kind === 'sale');
  // No lot ever costs 1: the lowest price is twice the lowest clearing price.
  const isPossible = ({ pricePaid }: BuybackCase) => pricePaid !== '1';

  test.each(sales.filter(isPossible))('$name', (vector) => {
    const pricePaid = BigInt(vector.pricePaid);
    startAuction(stateAtPrice(pricePaid, BigInt(vector.now)));
    const event = eventOf(world.must(world.build.buyBack(carol, U64_MAX)), 'BoughtBack');
    expect(event.price).toBe(pricePaid);
    const { clearingPrice, roundStartedAt } = vector.expected;
    expect(world.getVault(Currency.Sol)).toMatchObject({
      clearingPrice: BigInt(clearingPrice),
      roundStartedAt: BigInt(roundStartedAt),
    });
  });
});

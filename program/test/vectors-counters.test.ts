// vectors/bet-window.json through real bets of a delegate, and vectors/buyback.json through real
// sales. The states they start from are written into the accounts.
import type { Address } from '@solana/kit';
import { Currency, type ErrorName, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress, utilityAddress } from './support/build.ts';
import { eventOf, verdictsOf } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { patchU64, setTime } from './support/patch.ts';
import { setMint, setTokenAccount } from './support/tokens.ts';
import {
  type AuctionPriceCase,
  type AuctionRefillCase,
  type BuybackCase,
  readVectors,
  type WindowCase,
} from './support/vectors.ts';
import { createWorld } from './support/world.ts';

const { alice, carol } = keys;
const { vaultSol, utilityMint } = addresses;
const U64_MAX = (1n << 64n) - 1n;
const AVAILABLE_AT = 72;
const HELD_AT = 88;
const BURN_DUE_AT = 96;

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

  /** By their offsets in the account. */
  interface VaultFields {
    /** The reserve. */
    16: bigint;
    /** The lot. */
    56: bigint;
    /** The clearing price. */
    64?: bigint;
    /** When the round began or begins. */
    72: bigint;
    /** Its length. */
    80?: bigint;
  }

  /** Writes the auction, and what its reserve stands for into the vault. */
  function startAuction(fields: VaultFields) {
    world.bettor(alice, { sol: fields[16] });
    for (const [offset, value] of Object.entries(fields)) {
      patchU64(world, vaultSol, Number(offset), value);
    }
    // The deposit has become the reserve.
    patchU64(world, bettorAddress(alice), AVAILABLE_AT, 0n);
    world.expectConserved();
  }

  /** A buyer who can pay any price. */
  function enrich() {
    const mint = utilityMint;
    setMint(world, mint, { decimals: 6, supply: U64_MAX, mintAuthority: null });
    setTokenAccount(world, utilityAddress(carol), { mint, owner: carol.address, amount: U64_MAX });
  }

  const isPrice = (vector: BuybackCase): vector is AuctionPriceCase => vector.kind === 'price';
  test.each(cases.filter(isPrice))('$name', ({ expected, ...vector }) => {
    startAuction({
      16: 2n * LOT,
      56: LOT,
      64: BigInt(vector.clearingPrice),
      72: BigInt(vector.roundStartedAt),
      80: BigInt(vector.roundSeconds),
    });
    enrich();
    setTime(world, BigInt(vector.now));
    if ('error' in expected) {
      world.expectRefused(world.build.buyBack(carol, U64_MAX), expected.error);
      return;
    }
    const price = BigInt(expected.price);
    world.expectRefused(world.build.buyBack(carol, price - 1n), 'PriceAboveLimit');
    const event = eventOf(world.must(world.build.buyBack(carol, price)), 'BoughtBack');
    expect(event).toMatchObject({ price, lot: LOT, reserve: LOT, utilityBurnedTotal: price });
    expect(world.getUtilitySupply()).toBe(U64_MAX - price);
    expect(world.getVault(Currency.Sol)).toMatchObject({
      clearingPrice: BigInt(expected.afterSale.clearingPrice),
      roundStartedAt: BigInt(expected.afterSale.roundStartedAt),
    });
  });

  /** The burn share of a market that is about to close, past all rules. */
  function setBurnDue(market: Address, amount: bigint) {
    patchU64(world, market, HELD_AT, amount);
    patchU64(world, market, BURN_DUE_AT, amount);
    world.must(world.build.deposit(alice, Currency.Sol, amount));
    patchU64(world, bettorAddress(alice), AVAILABLE_AT, 0n);
  }

  const isRefill = (vector: BuybackCase): vector is AuctionRefillCase => vector.kind === 'refill';
  test.each(cases.filter(isRefill))('$name', ({ expected, ...vector }) => {
    const now = BigInt(vector.now);
    const before = BigInt(vector.reserveBefore);
    const lot = BigInt(vector.lot);
    startAuction({ 16: before, 56: lot, 72: BigInt(vector.roundStartedAt) });
    const market = world.createMarket({ isTriggered: true, expiresAt: now });
    world.resolveEarly(market);
    setBurnDue(market, BigInt(vector.reserveAfter) - before);
    setTime(world, now);
    world.expectConserved();
    world.must(world.build.closeMarket(market));
    expect(world.getVault(Currency.Sol)).toMatchObject({
      feesBurn: BigInt(vector.reserveAfter),
      roundStartedAt: BigInt(expected.roundStartedAt),
    });
    world.expectConserved();
  });
});

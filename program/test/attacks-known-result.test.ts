// What an audit could do with results that are certain or for sale, and cannot any more. Each test
// is an attack; where something is left to an attacker, the test says exactly what.
import type { Address } from '@solana/kit';
import {
  getBurnInstruction,
  getMintToInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import {
  type Clause,
  type Decider,
  MARKET_FLAGS,
  MarketSource,
  Outcome,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MarketInput, utilityAddress } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { createKey, type Key } from './support/key.ts';
import { mintSupply, setMint, setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol, stranger } = keys;
const { Yes, No } = Outcome;

const world = createWorld();
beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob, carol, stranger]) world.bettor(wallet, { sol: 100n * SOL });
});

type Side = Outcome.Yes | Outcome.No;
const own = (market: Address, wallet: Key, outcome: Side, amount: bigint) =>
  world.build.placeOwnBet(market, { wallet, outcome, amount });
const relayed = (market: Address, wallet: Key, outcome: Side, amount: bigint) =>
  world.build.placeBets(market, [{ wallet, outcome, amount }]);
const availableOf = (wallet: Key) => world.getBettor(wallet).available[0];
const isCustom = (market: Address) => (world.getMarket(market).flags & MARKET_FLAGS.custom) !== 0;

test('a bet on what is certain already is refused on a curve that is complete, although the market is read at expiry', () => {
  const { market, observed } = world.createLatchedMarket();
  world.must(own(market, bob, No, 10n * SOL));
  world.setCurve(observed, true);
  world.advance(600n);
  world.expectRefused(own(market, alice, Yes, 90n * SOL), 'ConditionMet');
  world.expectRefused(relayed(market, carol, Yes, SOL), 'ConditionMet');
  world.at(world.getMarket(market).expiresAt);
  world.must(world.build.resolveByFact(market, observed));
  // Nobody was on the other side in time, so Bob has his stake back.
  world.settle(market, bob);
  expect(availableOf(bob)).toBe(100n * SOL);
  expect(availableOf(alice)).toBe(100n * SOL);
});

test('a bet in front of the transaction that decides, in its slot, is taken and wins', () => {
  const { market, observed } = world.createLatchedMarket({ isTriggered: true });
  world.must(own(market, bob, No, 100n * SOL));
  world.nextSlot();
  world.must(own(market, alice, Yes, 10n * SOL));
  world.setCurve(observed, true);
  world.expectRefused(own(market, carol, Yes, 10n * SOL), 'ConditionMet');
  world.nextSlot();
  world.must(world.build.resolveByFact(market, observed));
  world.settle(market, alice, bob);
  expect(availableOf(alice)).toBe(190n * SOL);
});

describe('a subject that one key can move', () => {
  const mint = createKey('attacked mint').address;
  const purse = createKey('attacker’s purse').address;
  const mine = createKey('attacker’s account').address;
  beforeEach(() => {
    const knownPrograms = [TOKEN_PROGRAM_ADDRESS];
    world.must(world.build.updateConfig({}, { knownPrograms }));
    setMint(world, mint, { decimals: 6, supply: 1_000n, mintAuthority: stranger.address });
    setTokenAccount(world, purse, { mint, owner: stranger.address, amount: 1_000n });
    const { utilityMint } = addresses;
    setTokenAccount(world, mine, { mint: utilityMint, owner: stranger.address, amount: 0n });
  });

  const mintTo = (amount: bigint) =>
    getMintToInstruction({ mint, token: purse, mintAuthority: stranger.signer, amount });
  const burn = (amount: bigint) =>
    getBurnInstruction({ mint, account: purse, authority: stranger.signer, amount });
  const send = (source: Address, destination: Address) =>
    getTransferInstruction({ source, destination, authority: stranger.signer, amount: 1n });

  /** What the service compiles a question about a supply to. */
  const supplyFact: Decider = {
    source: MarketSource.StateFact,
    account: mint,
    factOwner: TOKEN_PROGRAM_ADDRESS,
    clauses: [
      { offset: 45, type: 'u8', comparator: 'eq', value: 1n },
      { offset: 44, type: 'u8', comparator: 'eq', value: 6n },
      { offset: 36, type: 'u64', comparator: 'gte', value: 1_000_000n },
    ] satisfies Clause[],
  };
  const accountFact: Decider = {
    source: MarketSource.StateFact,
    account: mine,
    factOwner: TOKEN_PROGRAM_ADDRESS,
    clauses: [{ offset: 64, type: 'u64', comparator: 'gte', value: 1n }],
  };

  /** The stranger creates by itself: the operator signs no such market. */
  const strangersMarket = (decider: Decider, input: MarketInput = {}) =>
    world.createMarket({ decider, creator: stranger, payer: stranger, operator: null, ...input });

  test('makes a custom market, which no delegate bets in: neither supply nor account', () => {
    for (const decider of [supplyFact, accountFact]) {
      const market = strangersMarket(decider, { isTriggered: true });
      expect(isCustom(market)).toBe(true);
      expect(verdictsOf(world.must(relayed(market, bob, No, 50n * SOL)))).toEqual(['CustomMarket']);
      expect(world.getMarket(market).pools).toEqual([0n, 0n]);
    }
  });

  test('is not bet on, moved, read and moved back in one transaction: a supply', () => {
    const market = strangersMarket(supplyFact, { isTriggered: true });
    world.must(own(market, bob, No, 50n * SOL));
    world.nextSlot();
    const attack = [
      own(market, stranger, Yes, 100n * SOL),
      mintTo(1_000_000n),
      world.build.resolveByFact(market, mint),
      world.build.settlePositions(market, [stranger]),
      burn(1_000_000n),
    ];
    world.expectRefused(attack, 'BetInThisSlot', { feePayer: stranger });
    expect(availableOf(stranger)).toBe(100n * SOL);
    expect(mintSupply(world, mint)).toBe(1_000n);
  });

  test('is not moved first and bet on afterwards either', () => {
    const market = strangersMarket(accountFact, { isTriggered: true });
    world.must(own(market, bob, No, 50n * SOL));
    const attack = [send(utilityAddress(stranger), mine), own(market, stranger, Yes, SOL)];
    world.expectRefused(attack, 'ConditionMet');
  });

  test('still decides, a slot later or at expiry: this is what custom means', () => {
    // What is left: its holder can move it back and forth within the transaction that resolves.
    // Only wallets that signed for themselves, in a market marked custom, lose by it.
    const triggered = strangersMarket(accountFact, { isTriggered: true });
    world.must(own(triggered, bob, No, 50n * SOL));
    world.must(own(triggered, stranger, Yes, SOL));
    world.nextSlot();
    const purseOfUtility = utilityAddress(stranger);
    world.must([
      send(purseOfUtility, mine),
      world.build.resolveByFact(triggered, mine),
      send(mine, purseOfUtility),
    ]);
    expect(world.getMarket(triggered).outcome).toBe(Yes);

    const atExpiry = strangersMarket(supplyFact);
    world.at(world.getMarket(atExpiry).expiresAt);
    const flash = [mintTo(1_000_000n), world.build.resolveByFact(atExpiry, mint)];
    world.must([...flash, burn(1_000_000n)]);
    expect(world.getMarket(atExpiry).outcome).toBe(Yes);
    expect(mintSupply(world, mint)).toBe(1_000n);
  });
});

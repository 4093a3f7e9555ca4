import type { Address } from '@solana/kit';
import {
  Currency,
  getConfigEncoder,
  MARKET_FLAGS,
  NO_ADDRESS,
  Outcome,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveAddress } from './support/address-bytes.ts';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { asReadonly, withAccount, withBytes, withoutSigner } from './support/tamper.ts';
import { BAD_TERMS, GOOD_TERMS, programs } from './support/term-limits.ts';
import { TERMS, type Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { admin, alice, bob, stranger } = keys;
beforeEach(() => world.reset());

/** Different from the first terms in everything. */
const NEW_TERMS: Terms = {
  burnBps: 700,
  developerBps: 300,
  vetoSeconds: 3_600,
  minimumStakeSol: 5_000_000n,
  minimumStakeUtility: 7_000n,
  operator: createKey('new operator').address,
  oracle: createKey('new oracle').address,
  guardian: createKey('new guardian').address,
  treasury: createKey('new treasury').address,
};

const freeOf = (known: Address[]) => Array<Address>(16 - known.length).fill(NO_ADDRESS);

describe('all is well', () => {
  test('every term, key and known program is replaced; admin, mint and decimals stay', () => {
    const knownPrograms = programs(3);
    world.must(build.updateConfig(NEW_TERMS, { knownPrograms }));
    const config = {
      accountType: 1,
      version: 2,
      bump: deriveAddress(addresses.program, ['config']).bump,
      utilityDecimals: 6,
      burnBps: 700,
      developerBps: 300,
      vetoSeconds: 3_600,
      knownProgramsLen: 3,
      minimumStake: [5_000_000n, 7_000n],
      admin: admin.address,
      operator: NEW_TERMS.operator,
      oracle: NEW_TERMS.oracle,
      guardian: NEW_TERMS.guardian,
      treasury: NEW_TERMS.treasury,
      utilityMint: addresses.utilityMint,
      knownPrograms: [...knownPrograms, ...freeOf(knownPrograms)],
    };
    expect(world.getConfig()).toEqual(config);
    expect(world.getData(addresses.config)).toEqual(getConfigEncoder().encode(config));
  });

  test('the event names the admin', () => {
    const result = world.must(build.updateConfig(NEW_TERMS));
    expectEvent(result, 'ConfigUpdated', { admin: admin.address });
    expect([...result.returnData.slice(0, 8)]).toEqual([1, 2, 0, 0, 0, 0, 0, 0]);
  });

  test('the same terms again leave the Config as it is', () => {
    const before = world.getData(addresses.config);
    world.must(build.updateConfig());
    expect(world.getData(addresses.config)).toEqual(before);
  });

  test('programs that are no longer known are wiped', () => {
    world.must(build.updateConfig({}, { knownPrograms: programs(16) }));
    const [first] = programs(1) as [Address];
    world.must(build.updateConfig({}, { knownPrograms: [first] }));
    expect(world.getConfig()).toMatchObject({
      knownProgramsLen: 1,
      knownPrograms: [first, ...freeOf([first])],
    });
  });
});

describe('who may', () => {
  test('anybody but the admin is refused, whoever is to be the new one', () => {
    for (const other of [stranger, keys.operator, keys.guardian, keys.upgradeAuthority]) {
      world.expectRefused(build.updateConfig({}, { admin: other }), 'NotAdmin');
      const options = { admin: other, newAdmin: admin };
      world.expectRefused(build.updateConfig({}, options), 'NotAdmin');
    }
  });

  test('the admin must sign', () => {
    const unsigned = withoutSigner(build.updateConfig({}, { newAdmin: bob }), 0);
    world.expectRefused(unsigned, 'MissingSignature');
  });

  test('a new admin must sign too', () => {
    const unsigned = withoutSigner(build.updateConfig({}, { newAdmin: bob }), 1);
    world.expectRefused(unsigned, 'MissingSignature');
  });

  test('the admin hands over, and from then on only the new one may', () => {
    const result = world.must(build.updateConfig({ burnBps: 1 }, { newAdmin: bob }));
    expectEvent(result, 'ConfigUpdated', { admin: bob.address });
    expect(world.getConfig()).toMatchObject({ admin: bob.address, burnBps: 1 });

    world.expectRefused(build.updateConfig(), 'NotAdmin');
    world.expectRefused(build.updateConfig({}, { newAdmin: bob }), 'NotAdmin');
    world.must(build.updateConfig({ burnBps: 2 }, { admin: bob }));
    world.must(build.updateConfig({ burnBps: 3 }, { admin: bob, newAdmin: admin }));
    expect(world.getConfig()).toMatchObject({ admin: admin.address, burnBps: 3 });
  });
});

describe('markets', () => {
  const OLD = { burnBps: 500, developerBps: 500, vetoSeconds: 0, subject: TERMS.oracle };
  const NEW = { burnBps: 700, developerBps: 300, vetoSeconds: 3_600, subject: NEW_TERMS.oracle };

  test('a live market does not change by a byte, one created afterwards has the new terms', () => {
    const sol = world.createMarket();
    const utility = world.createMarket({ currency: Currency.Utility });
    const before = [sol, utility].map((market) => world.getData(market));
    world.must(build.updateConfig(NEW_TERMS));
    expect([sol, utility].map((market) => world.getData(market))).toEqual(before);
    expect(world.getMarket(sol)).toMatchObject({ ...OLD, minimumStake: 100_000n });
    expect(world.getMarket(utility)).toMatchObject({ ...OLD, minimumStake: 1_000n });

    const newSol = world.createMarket();
    const newUtility = world.createMarket({ currency: Currency.Utility });
    expect(world.getMarket(newSol)).toMatchObject({ ...NEW, minimumStake: 5_000_000n });
    expect(world.getMarket(newUtility)).toMatchObject({ ...NEW, minimumStake: 7_000n });
  });

  test('a live market keeps its minimum stake, oracle, fees and veto time in use', () => {
    for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 1_000_000n });
    const market = world.createMarket();
    world.must(build.updateConfig(NEW_TERMS));
    world.bet(alice, market, Outcome.Yes, 100_000n);
    world.bet(bob, market, Outcome.No, 100_000n);
    world.at(world.getMarket(market).expiresAt);
    const oracle = createKey('new oracle');
    world.expectRefused(build.resolveMarket(market, Outcome.Yes, { oracle }), 'NotOracle');
    world.resolve(market, Outcome.Yes);
    expect(world.getMarket(market)).toMatchObject({ burnDue: 5_000n, developerDue: 5_000n });
    world.settle(market, alice, bob);
    expect(world.getBettor(alice).available[Currency.Sol]).toBe(1_090_000n);
  });

  test('a market created afterwards asks for the new minimum stake', () => {
    world.bettor(alice, { sol: 10_000_000n });
    world.must(build.updateConfig(NEW_TERMS));
    const market = world.createMarket();
    const bet = { wallet: alice, outcome: Outcome.Yes, amount: 4_999_999n };
    world.expectRefused(build.placeOwnBet(market, bet), 'BelowMinimumStake');
    world.bet(alice, market, Outcome.Yes, 5_000_000n);
  });

  test('a program that is no longer known makes new markets custom, not the live ones', () => {
    const { market: live } = world.createStateMarket({ name: 'live' });
    world.must(build.updateConfig({}, { knownPrograms: programs(16) }));
    const { market: later } = world.createStateMarket({ name: 'later' });
    expect(world.getMarket(live).flags & MARKET_FLAGS.custom).toBe(0);
    expect(world.getMarket(later).flags & MARKET_FLAGS.custom).toBe(MARKET_FLAGS.custom);

    const sixteenth = [...programs(15), addresses.factProgram];
    world.must(build.updateConfig({}, { knownPrograms: sixteenth }));
    const { market: known } = world.createStateMarket({ name: 'known again' });
    expect(world.getMarket(known).flags & MARKET_FLAGS.custom).toBe(0);
  });
});

describe('the terms', () => {
  test.each(GOOD_TERMS)('take %s', (_, { terms, knownPrograms = [addresses.factProgram] }) => {
    world.must(build.updateConfig(terms, { knownPrograms }));
    const { minimumStakeSol, minimumStakeUtility, ...others } = { ...TERMS, ...terms };
    expect(world.getConfig()).toMatchObject({
      ...others,
      minimumStake: [minimumStakeSol, minimumStakeUtility],
      knownProgramsLen: knownPrograms.length,
      knownPrograms: [...knownPrograms, ...freeOf(knownPrograms)],
    });
  });

  test.each(BAD_TERMS)('do not take %s', (_, { terms, knownPrograms }, error) => {
    world.expectRefused(build.updateConfig(terms, { knownPrograms }), error);
  });
});

describe('a malformed instruction', () => {
  test('with too few or too many bytes, or a reserved one set, is refused', () => {
    expectDataChecked(world, build.updateConfig(), range(2, 7));
  });

  test('with another number of known programs than announced is refused', () => {
    for (const count of [0, 2, 255]) {
      const wrong = withBytes(build.updateConfig(), 1, count);
      world.expectRefused(wrong, 'InvalidInstructionData');
    }
  });

  test('with too few or too many accounts is refused', () => {
    expectAccountsCounted(world, build.updateConfig());
  });

  test('with an unknown tag is refused', () => {
    world.expectRefused(withBytes(build.updateConfig(), 0, 20), 'UnknownInstruction');
  });

  test('with a Config that is not writable is refused', () => {
    world.expectRefused(asReadonly(build.updateConfig(), 2), 'NotWritable');
  });

  test('with an account of another type in the Config’s place is refused', () => {
    world.bettor(stranger);
    const vault = withAccount(build.updateConfig(), 2, addresses.vaultSol);
    world.expectRefused(vault, 'WrongAccountType');
    const empty = createKey('empty account of the program').address;
    world.setAccount(empty, { data: new Uint8Array(), owner: addresses.program });
    world.expectRefused(withAccount(build.updateConfig(), 2, empty), 'WrongAccountType');
  });

  test('with a Config of another version is refused', () => {
    const data = Uint8Array.from(world.getData(addresses.config));
    data[1] = 2;
    world.setAccount(addresses.config, { data, owner: addresses.program });
    world.expectRefused(build.updateConfig(), 'WrongAccountType');
  });

  test('with a copy of the Config that another program owns is refused', () => {
    const copy = createKey('copied config').address;
    const data = world.getData(addresses.config);
    world.setAccount(copy, { data, owner: TOKEN_PROGRAM_ADDRESS });
    world.expectRefused(withAccount(build.updateConfig(), 2, copy), 'WrongOwner');
  });
});

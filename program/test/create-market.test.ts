import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import {
  Currency,
  type ExpectedTerms,
  MARKET_FLAGS,
  MarketSource,
  MarketState,
  NO_ADDRESS,
  Outcome,
  type ProgramInstruction,
  RefundReason,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveAddress, toBytes, u64Bytes } from './support/address-bytes.ts';
import { HOUR } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { stateFact, timedFact } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { expectDataChecked } from './support/malformed.ts';
import {
  asReadonly,
  withAccount,
  withBytes,
  withExtraAccount,
  withoutSigner,
} from './support/tamper.ts';
import { TERMS } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { alice, creator, keeper, operator, oracle, stranger } = keys;
const { custom } = MARKET_FLAGS;
const MARKET_BYTES = 376;
const NO_HASH = new Uint8Array(32);

const world = createWorld();
beforeEach(() => world.reset());

const marketOf = (instruction: ProgramInstruction) => instruction.accounts[3]?.address as Address;
const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());

describe('a new market', () => {
  const question = 'Will it rain in Zürich?';
  const condition = '{"type":"attested","by":"the oracle"}';

  test('has every field that was given or follows, and its event says the same', () => {
    const times = { closesAt: world.now + 10n, expiresAt: world.now + 20n };
    const refundAt = world.now + 30n;
    const input = { ...times, refundAt, nonce: 7n, question, condition, payer: keeper };
    const instruction = world.build.createMarket({ ...input, currency: Currency.Utility });
    const market = marketOf(instruction);
    const result = world.must(instruction);
    const seeds = [toBytes(creator.address), u64Bytes(7n), u64Bytes(times.expiresAt)];
    const shared = {
      currency: Currency.Utility,
      flags: 0,
      source: MarketSource.Oracle,
      sequence: 1n,
      creator: creator.address,
      subject: oracle.address,
      factOwner: NO_ADDRESS,
      nonce: 7n,
      createdAt: world.now,
      ...times,
      refundAt,
      minimumStake: TERMS.minimumStakeUtility,
      burnBps: TERMS.burnBps,
      developerBps: TERMS.developerBps,
      vetoSeconds: TERMS.vetoSeconds,
      questionHash: sha256(question),
      conditionHash: sha256(condition),
    };
    expectEvent(result, 'MarketCreated', { ...shared, market });
    expect(world.getMarket(market)).toEqual({
      ...shared,
      accountType: 4,
      version: 3,
      bump: deriveAddress(addresses.program, ['market', ...seeds]).bump,
      state: MarketState.Open,
      outcome: Outcome.None,
      refundReason: RefundReason.None,
      pools: [0n, 0n],
      resolvedAt: 0n,
      openPositions: 0n,
      held: 0n,
      burnDue: 0n,
      developerDue: 0n,
      distributable: 0n,
      rentPayer: keeper.address,
      evidenceHash: NO_HASH,
      clauseCount: 0,
      clausesLen: 0,
      oracleGeneration: 0,
      lastBetSlot: 0n,
      clauses: new Uint8Array(),
    });
  });

  test('takes exactly its rent from the payer and nothing from the creator', () => {
    const before = [world.getLamports(keeper.address), world.getLamports(creator.address)];
    const market = world.createMarket({ payer: keeper });
    const rent = world.rent(MARKET_BYTES);
    expect(world.getData(market)).toHaveLength(MARKET_BYTES);
    expect(world.getLamports(market)).toBe(rent);
    expect(world.getLamports(keeper.address)).toBe((before[0] ?? 0n) - rent);
    expect(world.getLamports(creator.address)).toBe(before[1]);
  });

  test('has the minimum stake of its own currency', () => {
    const sol = world.createMarket({ currency: Currency.Sol });
    const utility = world.createMarket({ currency: Currency.Utility });
    expect(world.getMarket(sol)).toMatchObject({ currency: 0, minimumStake: 100_000n });
    expect(world.getMarket(utility)).toMatchObject({ currency: 1, minimumStake: 1_000n });
  });

  test('keeps the terms of its creation when the Config changes', () => {
    const old = world.createMarket();
    const terms = {
      burnBps: 1,
      developerBps: 2,
      vetoSeconds: 3,
      minimumStakeSol: 4n,
      oracle: stranger.address,
    };
    const before = world.getMarket(old);
    world.must(world.build.updateConfig(terms));
    const young = world.createMarket();
    expect(world.getMarket(old)).toEqual(before);
    expect(world.getMarket(young)).toMatchObject({
      burnBps: 1,
      developerBps: 2,
      vetoSeconds: 3,
      minimumStake: 4n,
      subject: stranger.address,
    });
  });
});

describe('who creates', () => {
  test('the creator, and the operator in the name of a creator who signs nothing', () => {
    const own = world.createMarket({ creator: alice });
    const relayed = world.createMarket({ creator: alice, authority: operator });
    expect(world.getMarket(own).creator).toBe(alice.address);
    expect(world.getMarket(relayed).creator).toBe(alice.address);
  });

  test('nobody else in a creator’s name, not even the admin or the oracle', () => {
    for (const authority of [stranger, keys.admin, oracle, keys.guardian]) {
      const instruction = world.build.createMarket({ creator: alice, authority });
      world.expectRefused(instruction, 'NotCreator');
    }
  });

  test('no longer an operator whom the Config has replaced', () => {
    world.must(world.build.updateConfig({ operator: stranger.address }));
    const input = { creator: alice, nonce: 0n };
    const old = world.build.createMarket({ ...input, authority: operator });
    world.expectRefused(old, 'NotCreator');
    world.createMarket({ ...input, authority: stranger, operator: stranger });
  });

  test('payer and authority must sign', () => {
    const instruction = world.build.createMarket({ payer: keeper });
    world.expectRefused(withoutSigner(instruction, 0), 'MissingSignature');
    world.expectRefused(withoutSigner(instruction, 1), 'MissingSignature');
  });
});

describe('the operator’s signature', () => {
  const OPERATOR = 6;
  const flagsOf = (market: Address) => world.getMarket(market).flags;

  test('in an account of its own makes the market one that delegates may bet in', () => {
    expect(flagsOf(world.createMarket({ payer: keeper }))).toBe(0);
    expect(flagsOf(world.createMarket({ authority: operator }))).toBe(0);
  });

  test('is not the one of the payer: paying is not signing', () => {
    expect(flagsOf(world.createMarket({ payer: operator, operator: null }))).toBe(custom);
  });

  test('is not the one of the authority either', () => {
    const input = { payer: operator, authority: operator, operator: null };
    expect(flagsOf(world.createMarket(input))).toBe(custom);
  });

  test('is not the one of the fee payer', () => {
    const instruction = world.build.createMarket({ payer: keeper, operator: null });
    world.must(instruction, { feePayer: operator });
    expect(flagsOf(marketOf(instruction))).toBe(custom);
  });

  test('does not keep the operator from asking for a custom market', () => {
    expect(flagsOf(world.createMarket({ isCustom: true }))).toBe(custom);
  });

  test('must be one: who stands there unsigned is refused', () => {
    const instruction = world.build.createMarket({ payer: keeper });
    world.expectRefused(withoutSigner(instruction, OPERATOR), 'NotOperator');
  });

  test('is nobody else’s, and whoever signs there in vain fails the whole creation', () => {
    for (const { address } of [stranger, creator, keeper, oracle, keys.admin, keys.guardian]) {
      const instruction = world.build.createMarket({ payer: keeper });
      world.expectRefused(withAccount(instruction, OPERATOR, address), 'NotOperator');
    }
  });

  test('is the one of the operator of now', () => {
    world.must(world.build.updateConfig({ operator: stranger.address }));
    world.expectRefused(world.build.createMarket({ payer: keeper }), 'NotOperator');
    expect(flagsOf(world.createMarket({ payer: keeper, operator: stranger }))).toBe(0);
  });
});

describe('the terms that the creator expects', () => {
  const { burnBps, developerBps, vetoSeconds, minimumStakeSol, minimumStakeUtility } = TERMS;
  const differing: [string, Partial<ExpectedTerms>][] = [
    ['a lower burn share', { burnBps: burnBps - 1 }],
    ['a higher burn share', { burnBps: burnBps + 1 }],
    ['no burn share', { burnBps: 0 }],
    ['a lower developer share', { developerBps: developerBps - 1 }],
    ['a higher developer share', { developerBps: developerBps + 1 }],
    ['a longer veto time', { vetoSeconds: vetoSeconds + 1 }],
    ['the longest veto time', { vetoSeconds: 0xffff_ffff }],
    ['a lower minimum stake', { minimumStake: minimumStakeSol - 1n }],
    ['a higher minimum stake', { minimumStake: minimumStakeSol + 1n }],
    ['the minimum stake of the other currency', { minimumStake: minimumStakeUtility }],
    ['another oracle', { oracle: stranger.address }],
    ['no oracle', { oracle: NO_ADDRESS }],
  ];
  test.each(differing)('are refused if they are not the Config’s: %s', (_, terms) => {
    world.expectRefused(world.build.createMarket({ terms }), 'TermsChanged');
    world.expectRefused(world.build.createMarket({ terms, operator: null }), 'TermsChanged');
  });

  test('are those of its currency', () => {
    const currency = Currency.Utility;
    const terms = { minimumStake: minimumStakeSol };
    world.expectRefused(world.build.createMarket({ currency, terms }), 'TermsChanged');
    world.createMarket({ currency, terms: { minimumStake: minimumStakeUtility } });
  });

  test('are compared for facts and named oracles too, but for the oracle', () => {
    const oracleOfNobody = { oracle: stranger.address };
    const deciders = [
      stateFact(createKey('observed').address),
      timedFact(),
      { source: MarketSource.NamedOracle, oracle: keys.bob.address } as const,
    ];
    for (const decider of deciders) {
      const closesAt = world.now + HOUR - 60n;
      const build = (terms: Partial<ExpectedTerms>) =>
        world.build.createMarket({ decider, closesAt, terms });
      world.expectRefused(build({ burnBps: 1 }), 'TermsChanged');
      world.expectRefused(build({ minimumStake: 1n }), 'TermsChanged');
      world.must(build(oracleOfNobody));
    }
  });

  test('protect from a change that lands first', () => {
    const instruction = world.build.createMarket();
    world.must(world.build.updateConfig({ burnBps: 1_000, developerBps: 1_000 }));
    world.expectRefused(instruction, 'TermsChanged');
    world.must(world.build.updateConfig({ oracle: stranger.address }));
    world.expectRefused(instruction, 'TermsChanged');
    world.must(world.build.updateConfig());
    world.must(instruction);
  });
});

describe('the address of a market', () => {
  test('is taken once', () => {
    const input = { nonce: 1n, expiresAt: world.now + HOUR };
    world.createMarket(input);
    world.expectRefused(world.build.createMarket(input), 'MarketExists');
    const other = world.build.createMarket({ ...input, payer: keeper, question: 'Another one?' });
    world.expectRefused(other, 'MarketExists');
  });

  test('depends on the creator, the nonce and the expiry', () => {
    const input = { nonce: 1n, expiresAt: world.now + HOUR };
    const markets = [
      world.createMarket(input),
      world.createMarket({ ...input, creator: alice }),
      world.createMarket({ ...input, nonce: 2n }),
      world.createMarket({ ...input, expiresAt: input.expiresAt + 1n }),
    ];
    expect(new Set(markets).size).toBe(4);
  });

  test('must be the one of these seeds', () => {
    const instruction = world.build.createMarket({ nonce: 1n });
    const other = marketOf(world.build.createMarket({ nonce: 2n }));
    world.expectRefused(withAccount(instruction, 3, other), 'WrongAddress');
    world.expectRefused(withAccount(instruction, 3, stranger.address), 'WrongAddress');
  });

  const rent = world.rent(MARKET_BYTES);
  test.each([
    ['a single lamport', 1n, rent - 1n, rent],
    ['all but one lamport of its rent', rent - 1n, 1n, rent],
    ['exactly its rent', rent, 0n, rent],
    ['more than its rent', rent + 5n, 0n, rent + 5n],
  ])('can hold %s before and is created all the same', (_, held, paid, lamports) => {
    const instruction = world.build.createMarket();
    const market = marketOf(instruction);
    world.setLamports(market, held);
    const before = world.getLamports(operator.address);
    world.must(instruction);
    expect(world.getLamports(operator.address)).toBe(before - paid);
    expect(world.getLamports(market)).toBe(lamports);
    expect(world.getMarket(market).state).toBe(MarketState.Open);
  });
});

describe('the question', () => {
  const create = (question: string | Uint8Array) => world.build.createMarket({ question });

  test.each([
    ['of 1 byte', 'a'],
    ['of 300 characters', 'a'.repeat(300)],
    ['of 300 characters in 400 bytes', 'é'.repeat(100) + 'a'.repeat(200)],
    ['of 500 bytes in 250 characters', 'é'.repeat(250)],
    ['of 500 bytes in 125 characters', '😀'.repeat(125)],
  ])('%s is taken, and its hash kept', (_, question) => {
    const market = world.createMarket({ question });
    expect(world.getMarket(market).questionHash).toEqual(sha256(question));
  });

  test.each([
    ['without a byte', ''],
    ['of 301 characters', 'a'.repeat(301)],
    ['of 301 characters in 401 bytes', 'é'.repeat(100) + 'a'.repeat(201)],
    ['of 501 bytes in 251 characters', `${'é'.repeat(250)}a`],
    ['of 504 bytes in 126 characters', '😀'.repeat(126)],
  ])('%s is refused', (_, question) => {
    world.expectRefused(create(question), 'InvalidQuestion');
  });
});

describe('the condition', () => {
  test.each([1, 1_024])('of %i bytes is taken, and its hash kept', (length) => {
    const condition = 'c'.repeat(length);
    const market = world.createMarket({ condition });
    expect(world.getMarket(market).conditionHash).toEqual(sha256(condition));
  });

  test.each([0, 1_025])('of %i bytes is refused', (length) => {
    const instruction = world.build.createMarket({ condition: 'c'.repeat(length) });
    world.expectRefused(instruction, 'InvalidCondition');
  });

  test('fits with the longest question', () => {
    world.createMarket({ question: 'é'.repeat(250), condition: 'c'.repeat(1_024) });
  });
});

describe('a malformed create_market', () => {
  test('has a byte too few or too many, or a reserved one', () => {
    const instruction = world.build.createMarket({ question: 'q', condition: 'c' });
    expectDataChecked(world, instruction, [5, 6, 7, 46, 47]);
  });

  test('has an account too few or too many', () => {
    const alone = world.build.createMarket({ operator: null });
    for (let count = 0; count < alone.accounts.length; count += 1) {
      const fewer = { ...alone, accounts: alone.accounts.slice(0, count) };
      world.expectRefused(fewer, 'InvalidAccountCount');
    }
    const signed = world.build.createMarket();
    world.expectRefused(withExtraAccount(signed, stranger.address), 'InvalidAccountCount');
    world.expectRefused(withExtraAccount(signed, operator.address), 'InvalidAccountCount');
  });

  test.each([2, 255])('names the currency %i', (currency) => {
    world.expectRefused(withBytes(world.build.createMarket(), 1, currency), 'InvalidCurrency');
  });

  test('writes to what it may not', () => {
    const instruction = world.build.createMarket();
    world.expectRefused(asReadonly(instruction, 0), 'NotWritable');
    world.expectRefused(asReadonly(instruction, 3), 'NotWritable');
  });

  test('brings another Config or another System program', () => {
    const instruction = world.build.createMarket();
    const fake = alice.address;
    world.setAccount(fake, { data: world.getData(addresses.config), owner: stranger.address });
    world.expectRefused(withAccount(instruction, 4, fake), 'WrongOwner');
    world.expectRefused(withAccount(instruction, 4, addresses.vaultSol), 'WrongAccountType');
    world.expectRefused(withAccount(instruction, 5, stranger.address), 'WrongProgram');
  });
});

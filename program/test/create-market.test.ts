import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import {
  Currency,
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
import { addresses, keys } from './support/genesis.ts';
import { expectAccountsCounted, expectDataChecked } from './support/malformed.ts';
import { asReadonly, withAccount, withBytes, withoutSigner } from './support/tamper.ts';
import { TERMS } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { alice, creator, keeper, operator, oracle, stranger } = keys;
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
      version: 2,
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
    world.createMarket({ ...input, authority: stranger });
  });

  test('payer and authority must sign', () => {
    const instruction = world.build.createMarket();
    world.expectRefused(withoutSigner(instruction, 0), 'MissingSignature');
    world.expectRefused(withoutSigner(instruction, 1), 'MissingSignature');
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
    expectAccountsCounted(world, world.build.createMarket());
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

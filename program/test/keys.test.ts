// Who may do what: every action tried with every key, against the table in program/README.md.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Address } from '@solana/kit';
import { Currency, MarketSource, Outcome, type ProgramInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { keys, SOL } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { readTable } from './support/read-table.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld, type World } from './support/world.ts';

const VETO_SECONDS = 60;

/** Alice is the wallet, the keeper its delegate, the stranger anybody. */
const HOLDERS: Record<string, Key> = {
  admin: keys.admin,
  operator: keys.operator,
  oracle: keys.oracle,
  guardian: keys.guardian,
  treasury: keys.treasury,
  creator: keys.creator,
  wallet: keys.alice,
  delegate: keys.keeper,
  anybody: keys.stranger,
};

type Action = (world: World, key: Key) => ProgramInstruction;

const expire = (world: World, market: Address) => world.at(world.getMarket(market).expiresAt);

/** A change that waits for a minute. */
function announceSlowly(world: World): void {
  world.must(world.build.updateConfig({ changeDelay: 60 }));
  world.must(world.build.updateConfig({ changeDelay: 60, burnBps: 1 }));
}

/** Alice takes everything out. */
function empty(world: World): void {
  world.must(world.build.withdraw(keys.alice, Currency.Sol, 10n * SOL));
  world.nextSlot();
}

/** And closes her Bettor. */
function leave(world: World): void {
  empty(world);
  world.must(world.build.closeBettor(keys.alice));
}

/** By the words of the table. */
const ACTIONS: Record<string, Action> = {
  'announce terms of future markets': ({ build }, key) => build.updateConfig({}, { admin: key }),
  'cancel an announced change': (world, key) => {
    announceSlowly(world);
    return world.build.cancelConfig({ authority: key });
  },
  'disable operator and oracle': ({ build }, key) =>
    build.disableKeys({ authority: key, operator: true, oracleGeneration: 0 }),
  'apply an announced change': (world) => {
    announceSlowly(world);
    world.at(world.getConfig().pendingAt);
    return world.build.applyConfig();
  },
  "create in the creator's name": ({ build }, key) =>
    build.createMarket({ authority: key, operator: null }),
  'stand behind a market': ({ build }, key) => build.createMarket({ operator: key }),
  'let bets into a gated market': (world, key) => {
    const market = world.createMarket({ isTriggered: true });
    const bet = { wallet: keys.alice, outcome: Outcome.Yes, amount: SOL };
    return withAccount(world.build.placeOwnBet(market, bet), 3, key.address);
  },
  'set the outcome of an oracle market': (world, key) => {
    const market = world.createMarket();
    expire(world, market);
    return world.build.resolveMarket(market, Outcome.Yes, { oracle: key });
  },
  'set the outcome of a fact market': (world, key) => {
    const { market } = world.createStateMarket();
    expire(world, market);
    return world.build.resolveMarket(market, Outcome.Yes, { oracle: key });
  },
  'veto an outcome': (world, key) => {
    const market = world.createMarket();
    world.resolve(market, Outcome.Yes);
    return world.build.vetoMarket(market, { authority: key });
  },
  'bet for the wallet': (world, key) => {
    const bet = { wallet: keys.alice, outcome: Outcome.Yes, amount: SOL };
    const market = world.createMarket();
    return world.build.placeBets(market, [bet], { authority: key, isStrict: true });
  },
  'bet for the wallet in a custom market': (world, key) => {
    const bet = { wallet: keys.alice, outcome: Outcome.Yes, amount: SOL };
    const oracle = keys.bob.address;
    const market = world.createMarket({ decider: { source: MarketSource.NamedOracle, oracle } });
    return world.build.placeBets(market, [bet], { authority: key, isStrict: true });
  },
  'withdraw to the wallet': ({ build }, key) =>
    build.withdraw(keys.alice, Currency.Sol, SOL, { authority: key }),
  'choose the delegate': ({ build }, key) =>
    withAccount(build.setDelegate(keys.alice), 0, key.address),
  'close the Bettor': (world, key) => {
    empty(world);
    return withAccount(world.build.closeBettor(keys.alice), 0, key.address);
  },
  'open a Bettor for a wallet': (world, key) => {
    leave(world);
    return world.build.openBettor(keys.alice, { payer: key, authority: key });
  },
  'grow a Bettor that somebody else paid for': (world, key) => {
    leave(world);
    world.must(world.build.openBettor(keys.alice, { payer: keys.bob }));
    return world.build.growBettor(keys.alice, 1, { payer: key });
  },
  'deposit for the wallet': ({ build }, key) =>
    build.deposit(keys.alice, Currency.Sol, SOL, { authority: key }),
};

const README = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');
const [, ...table] = readTable(README, '### Tried with every key');
const documented = new Map(table.map(([action = '', who]) => [action, who]));

const world = createWorld({ terms: { vetoSeconds: VETO_SECONDS } });

test('the keys do only actions that are in the table', () => {
  expect([...documented.keys()]).toEqual(Object.keys(ACTIONS));
});

test.each(Object.entries(ACTIONS))(
  'the keys that may %s are those of the table',
  (action, build) => {
    const allowed = Object.entries(HOLDERS).filter(([, key]) => {
      world.reset();
      world.bettor(keys.alice, { sol: 10n * SOL, isDelegated: false });
      world.must(world.build.setDelegate(keys.alice, { delegate: keys.keeper.address }));
      return world.send(build(world, key)).ok;
    });
    const names = allowed.map(([name]) => name);
    const who = names.length === Object.keys(HOLDERS).length ? ['anybody'] : names;
    expect(who.join(', ') || 'nobody').toBe(documented.get(action));
  },
);

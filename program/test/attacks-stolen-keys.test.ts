// What an audit could do with a stolen key, and can do no more. Each key loses its power at once,
// and nothing stays locked.
import type { Address } from '@solana/kit';
import { Currency, type Decider, MarketSource, Outcome } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, operator, stranger } = keys;
const { Yes } = Outcome;
const { Sol } = Currency;
const DAY = 86_400n;

describe('a stolen operator', () => {
  const horizon = 400n * DAY;
  const world = createWorld({ terms: { horizonSeconds: Number(horizon) } });
  const { build } = world;

  test('blocks no slot for longer than the horizon and 30 days', () => {
    world.reset();
    world.must(build.openBettor(alice, { slots: 2, payer: alice, authority: alice }));
    world.must(build.deposit(alice, Sol, SOL));
    world.must(build.setDelegate(alice, { expiresAt: world.now + 10_000n * DAY }));
    const until = (expiresAt: bigint) =>
      world.createMarket({ creator: stranger, expiresAt, refundAt: expiresAt + 30n * DAY });
    const bet = [{ wallet: alice, outcome: Yes, amount: 100_000n }];
    const far = until(world.now + horizon + 1n);
    expect(verdictsOf(world.must(build.placeBets(far, bet)))).toEqual(['EndsTooLate']);
    const near = until(world.now + horizon);
    expect(verdictsOf(world.must(build.placeBets(near, bet)))).toEqual(['Done']);
    // The wallet itself may bet as far ahead as it likes.
    world.bet(alice, far, Yes, 100_000n);
    // Time brings the market nearer.
    world.advance(1n);
    expect(verdictsOf(world.must(build.placeBets(far, bet)))).toEqual(['Done']);
  });

  test('creates nothing in a wallet’s name that ends later', () => {
    world.reset();
    const inName = (expiresAt: bigint) =>
      build.createMarket({ authority: operator, expiresAt, refundAt: expiresAt + DAY });
    world.expectRefused(inName(world.now + horizon + 1n), 'EndsTooLate');
    world.must(inName(world.now + horizon));
    const own = world.now + 3_650n * DAY;
    world.must(build.createMarket({ expiresAt: own, refundAt: own + DAY }));
  });
});

const system = '11111111111111111111111111111111' as Address;
const state = (account: Address, factOwner: Address): Decider => ({
  ...{ source: MarketSource.StateFact, account, factOwner },
  clauses: [{ offset: 8, type: 'u64', comparator: 'gte', value: 1n }],
});

test.each<[string, Decider]>([
  ['an oracle that is nobody', { source: MarketSource.NamedOracle, oracle: system }],
  ['a state of the System program', state(alice.address, system)],
  ['a state of no account', state(system, addresses.factProgram)],
])('a market that could never be decided is refused: %s', (_, decider) => {
  world.reset();
  const market = build.createMarket({ decider, operator: null });
  world.expectRefused(market, 'Undecidable');
});

const world = createWorld();
const { build } = world;
const cut = (address: Address, bytes: number) => {
  const data = world.getData(address).slice(0, -bytes);
  world.setAccount(address, { data, owner: addresses.program });
};

test('shorter than they say, a Bettor without a slot and a market without a clause are not read', () => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: SOL });
  const { market, observed } = world.createStateMarket();
  const oracleMarket = world.createMarket();
  const bet = (wallet: typeof alice) => ({ wallet, outcome: Yes, amount: 100_000n });
  const both = () => build.placeBets(oracleMarket, [bet(alice), bet(bob)]);
  expect(verdictsOf(world.must(both()))).toEqual(['Done', 'Done']);
  cut(bettorAddress(alice), 1);
  expect(verdictsOf(world.must(both()))).toEqual(['NotABettor', 'Done']);
  cut(market, 8);
  world.expectRefused(build.placeOwnBet(market, bet(bob)), 'WrongAccountType');
  world.at(world.getMarket(market).expiresAt);
  world.expectRefused(build.resolveByFact(market, observed), 'WrongAccountType');
});

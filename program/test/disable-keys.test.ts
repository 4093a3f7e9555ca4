import { MARKET_FLAGS, MarketSource, NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, expect, test } from 'vitest';
import { withAccount } from './support/tamper.ts';
import { FOREIGN } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const { Yes } = Outcome;

const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { bob, operator, oracle } = keys;
beforeEach(() => world.reset());

test('an operator that is disabled signs no market and creates none in a creator’s name', () => {
  world.must(build.disableKeys({ operator: true }));
  world.expectRefused(build.createMarket(), 'NotOperator');
  world.expectRefused(withAccount(build.createMarket(), 6, NO_ADDRESS), 'NotOperator');
  const inName = build.createMarket({ authority: operator, operator: null });
  world.expectRefused(inName, 'NotCreator');
  const byNobody = withAccount(build.createMarket({ operator: null }), 1, NO_ADDRESS);
  world.expectRefused(byNobody, 'NotCreator');
  const own = world.createMarket({ operator: null });
  expect(world.getMarket(own).flags).toBe(MARKET_FLAGS.custom);
});

test('an oracle that is disabled has no new market, whoever asks for it', () => {
  world.must(build.disableKeys({ oracleGeneration: 0 }));
  world.expectRefused(build.createMarket(), 'OracleDisabled');
  world.expectRefused(build.createMarket({ operator: null }), 'OracleDisabled');
  const asBefore = build.createMarket({ terms: { oracle: oracle.address } });
  world.expectRefused(asBefore, 'OracleDisabled');
});

test('an oracle by its name decides as the Config’s does, and is disabled with it', () => {
  const decider = { source: MarketSource.NamedOracle, oracle: oracle.address } as const;
  const market = world.createMarket({ decider });
  expect(world.getMarket(market)).toMatchObject({ flags: 0, oracleGeneration: 0 });
  world.must(build.disableKeys({ oracleGeneration: 0 }));
  world.at(world.getMarket(market).expiresAt);
  world.expectRefused(build.resolveMarket(market, Yes), 'OracleDisabled');
});

test('generations that there never was are refused', () => {
  const disable = (oracleGeneration: number) => build.disableKeys({ oracleGeneration });
  world.expectRefused(disable(1), 'UnknownGeneration');
  world.expectRefused(disable(FOREIGN), 'UnknownGeneration');
  const both = build.disableKeys({ operator: true, oracleGeneration: 1 });
  world.expectRefused(both, 'UnknownGeneration');
  world.must(build.updateConfig({ changeDelay: DELAY, oracle: bob.address }));
  world.advance(BigInt(DELAY));
  world.must(build.applyConfig());
  world.expectRefused(disable(2), 'UnknownGeneration');
  world.must(disable(1));
});

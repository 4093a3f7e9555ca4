import type { Address } from '@solana/kit';
import { MARKET_FLAGS, MarketSource, NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { withAccount } from './support/tamper.ts';
import { FOREIGN, type Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const { Yes } = Outcome;

const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { bob, operator, oracle } = keys;
beforeEach(() => world.reset());

const announce = (terms: Partial<Terms>) =>
  world.must(build.updateConfig({ changeDelay: DELAY, ...terms }));

/** Announces and waits. */
function change(terms: Partial<Terms>) {
  announce(terms);
  world.advance(BigInt(DELAY));
  world.must(build.applyConfig());
}

/** A market whose expiry has come. */
function expired(market: Address): Address {
  const { expiresAt } = world.getMarket(market);
  if (world.now < expiresAt) world.at(expiresAt);
  return market;
}

describe('an operator that is disabled', () => {
  const disable = () => world.must(build.disableKeys({ operator: true }));

  test('signs no market and creates none in a creator’s name', () => {
    disable();
    world.expectRefused(build.createMarket(), 'NotOperator');
    world.expectRefused(withAccount(build.createMarket(), 6, NO_ADDRESS), 'NotOperator');
    const inName = build.createMarket({ authority: operator, operator: null });
    world.expectRefused(inName, 'NotCreator');
    const byNobody = withAccount(build.createMarket({ operator: null }), 1, NO_ADDRESS);
    world.expectRefused(byNobody, 'NotCreator');
    const own = world.createMarket({ operator: null });
    expect(world.getMarket(own).flags).toBe(MARKET_FLAGS.custom);
  });
});

describe('an oracle that is disabled', () => {
  const disable = (oracleGeneration = 0) => world.must(build.disableKeys({ oracleGeneration }));
  const resolve = (market: Address, by = oracle) =>
    build.resolveMarket(market, Yes, { oracle: by });

  test('has no new market, whoever asks for it', () => {
    disable();
    world.expectRefused(build.createMarket(), 'OracleDisabled');
    world.expectRefused(build.createMarket({ operator: null }), 'OracleDisabled');
    const asBefore = build.createMarket({ terms: { oracle: oracle.address } });
    world.expectRefused(asBefore, 'OracleDisabled');
  });

  test('by its name decides as the Config’s does, and is disabled with it', () => {
    const decider = { source: MarketSource.NamedOracle, oracle: oracle.address } as const;
    const market = world.createMarket({ decider });
    expect(world.getMarket(market)).toMatchObject({ flags: 0, oracleGeneration: 0 });
    disable();
    world.expectRefused(resolve(expired(market)), 'OracleDisabled');
  });
});

describe('generations', () => {
  const disable = (oracleGeneration: number) => build.disableKeys({ oracleGeneration });

  test('that there never was are refused', () => {
    world.expectRefused(disable(1), 'UnknownGeneration');
    world.expectRefused(disable(FOREIGN), 'UnknownGeneration');
    const both = build.disableKeys({ operator: true, oracleGeneration: 1 });
    world.expectRefused(both, 'UnknownGeneration');
    change({ oracle: bob.address });
    world.expectRefused(disable(2), 'UnknownGeneration');
    world.must(disable(1));
  });
});

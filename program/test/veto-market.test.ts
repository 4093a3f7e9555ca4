import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { keys } from './support/genesis.ts';
import { resolvedMarket } from './support/scenes.ts';
import { createWorld } from './support/world.ts';

const { alice, guardian, stranger } = keys;
const { Yes } = Outcome;
const SOL = 1_000_000_000n;
const VETO_SECONDS = 600n;

const world = createWorld({ terms: { vetoSeconds: Number(VETO_SECONDS) } });
beforeEach(() => world.reset());

const veto = (market: Address, by = guardian) => world.build.vetoMarket(market, { authority: by });

describe('the veto time', () => {
  test('may be zero: then there is no veto, not even in the same second', () => {
    world.must(world.build.updateConfig({ vetoSeconds: 0 }));
    const market = resolvedMarket(world, { yes: SOL });
    world.expectRefused(veto(market), 'VetoOver');
    world.settle(market, alice);
  });

  test('runs on past refund_at: a resolved market is not refunded by the clock', () => {
    const market = world.createMarket();
    const { refundAt } = world.getMarket(market);
    world.at(refundAt - 1n);
    world.resolve(market, Yes);
    world.at(refundAt + 10n);
    world.expectRefused(world.build.refundMarket(market), 'AlreadyResolved');
    world.must(veto(market));
  });
});

describe('what cannot be vetoed', () => {
  test('a state', () => {
    const { market, observed } = world.createStateMarket({ isTriggered: true });
    world.setState(observed, 1n);
    world.must(world.build.resolveByFact(market, observed));
    expect(world.getMarket(market).vetoSeconds).toBe(Number(VETO_SECONDS));
    world.expectRefused(veto(market), 'VetoOver');
  });
});

describe('who vetoes', () => {
  test('the guardian whom the Config names now', () => {
    const market = resolvedMarket(world, { yes: SOL });
    const vetoSeconds = Number(VETO_SECONDS);
    world.must(world.build.updateConfig({ vetoSeconds, guardian: stranger.address }));
    world.expectRefused(veto(market, guardian), 'NotGuardian');
    world.must(veto(market, stranger));
  });
});

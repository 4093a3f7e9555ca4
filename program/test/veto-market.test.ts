import type { Address } from '@solana/kit';
import { MarketState, Outcome, RefundReason } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectEvent } from './support/expect-event.ts';
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

describe('a veto', () => {
  test('turns the outcome into a refund, keeps it on record, and says so', () => {
    const market = resolvedMarket(world, { yes: 3n * SOL, no: 2n * SOL });
    const before = world.getMarket(market);
    expect([before.burnDue, before.developerDue]).toEqual([SOL / 10n, SOL / 10n]);
    world.advance(10n);
    const result = world.must(veto(market));
    expect(world.getMarket(market)).toEqual({
      ...before,
      state: MarketState.Refunded,
      refundReason: RefundReason.Veto,
      sequence: before.sequence + 1n,
      burnDue: 0n,
      developerDue: 0n,
      distributable: 0n,
    });
    expectEvent(result, 'MarketVetoed', {
      outcome: Yes,
      refundReason: RefundReason.Veto,
      market,
      sequence: before.sequence + 1n,
      poolYes: 3n * SOL,
      poolNo: 2n * SOL,
    });
    world.expectConserved();
  });
});

describe('the veto time', () => {
  test('lasts until its last second', () => {
    const market = resolvedMarket(world, { yes: SOL, no: SOL });
    const end = world.getMarket(market).resolvedAt + VETO_SECONDS;
    world.at(end - 1n);
    const last = world.save();
    world.must(veto(market));
    world.restore(last);
    world.at(end);
    world.expectRefused(veto(market), 'VetoOver');
  });

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
  test('an open market', () => {
    const market = world.createMarket();
    world.expectRefused(veto(market), 'NotResolved');
    world.at(world.getMarket(market).refundAt);
    world.expectRefused(veto(market), 'NotResolved');
  });

  test('a vetoed market', () => {
    const market = resolvedMarket(world, { yes: SOL });
    world.must(veto(market));
    world.expectRefused(veto(market), 'VetoOver');
  });

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

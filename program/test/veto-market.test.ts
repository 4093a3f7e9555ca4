import type { Address } from '@solana/kit';
import { MarketState, Outcome, RefundReason } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { bettorAddress } from './support/build.ts';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { timedFactData } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { resolvedMarket } from './support/scenes.ts';
import { asReadonly, withAccount, withoutSigner } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, guardian, stranger } = keys;
const { Yes } = Outcome;
const SOL = 1_000_000_000n;
const VETO_SECONDS = 600n;

const world = createWorld({ terms: { vetoSeconds: Number(VETO_SECONDS) } });
beforeEach(() => world.reset());

const veto = (market: Address, by = guardian) => world.build.vetoMarket(market, { authority: by });
const settle = (market: Address) => world.build.settlePositions(market, [alice, bob]);

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

  test('gives every stake back at once and takes no fee', () => {
    const market = resolvedMarket(world, { yes: 3n * SOL, no: 2n * SOL });
    world.must(veto(market));
    const { positions } = eventOf(world.must(settle(market)), 'PositionsSettled');
    expect(positions.map(({ payout }) => payout)).toEqual([3n * SOL, 2n * SOL]);
    const closed = eventOf(world.must(world.build.closeMarket(market)), 'MarketClosed');
    expect(closed).toMatchObject({ burn: 0n, developer: 0n, dust: 0n });
    expect(world.getBettor(alice).available[0]).toBe(3n * SOL);
    expect(world.getBettor(bob).available[0]).toBe(3n * SOL);
  });

  test('also ends a market that nobody won', () => {
    const market = resolvedMarket(world, { no: 2n * SOL });
    expect(world.getMarket(market).refundReason).toBe(RefundReason.NobodyWon);
    world.must(veto(market));
    expect(world.getMarket(market).refundReason).toBe(RefundReason.Veto);
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

  test('keeps settling and closing back, and then no longer', () => {
    const market = resolvedMarket(world, { yes: SOL, no: SOL });
    const close = world.build.closeMarket(market);
    world.expectRefused(settle(market), 'VetoRunning');
    world.at(world.getMarket(market).resolvedAt + VETO_SECONDS - 1n);
    world.expectRefused(settle(market), 'VetoRunning');
    world.expectRefused(close, 'VetoRunning');
    world.advance(1n);
    world.must(settle(market));
    world.must(close);
    expect(world.getBettor(alice).available[0]).toBe(SOL + (SOL * 9n) / 10n);
  });

  test('is the market’s own: a Config with another changes nothing', () => {
    const market = resolvedMarket(world, { yes: SOL });
    world.must(world.build.updateConfig({ vetoSeconds: 0 }));
    world.expectRefused(settle(market), 'VetoRunning');
    world.must(veto(market));
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

  test('a market that the clock refunded', () => {
    const market = world.createMarket();
    world.at(world.getMarket(market).refundAt);
    world.must(world.build.refundMarket(market));
    world.expectRefused(veto(market), 'VetoOver');
  });

  test('a state', () => {
    const { market, observed } = world.createStateMarket({ isTriggered: true });
    world.setState(observed, 1n);
    world.must(world.build.resolveByFact(market, observed));
    expect(world.getMarket(market).vetoSeconds).toBe(Number(VETO_SECONDS));
    world.expectRefused(veto(market), 'VetoOver');
  });

  test('a price', () => {
    const market = world.createPriceMarket();
    const { expiresAt } = world.getMarket(market);
    const times = { publishTime: expiresAt, previousPublishTime: expiresAt - 1n };
    const account = createKey('price').address;
    const data = timedFactData({ price: 1n, ...times });
    world.setAccount(account, { data, owner: addresses.factProgram });
    world.at(expiresAt);
    world.must(world.build.resolveByFact(market, account));
    world.expectRefused(veto(market), 'VetoOver');
  });
});

describe('who vetoes', () => {
  test('the guardian only', () => {
    const market = resolvedMarket(world, { yes: SOL });
    const { admin, operator, oracle, treasury, creator } = keys;
    for (const key of [stranger, admin, operator, oracle, treasury, creator, alice]) {
      world.expectRefused(veto(market, key), 'NotGuardian');
    }
    world.expectRefused(withoutSigner(veto(market), 0), 'MissingSignature');
    world.must(veto(market));
  });

  test('the guardian whom the Config names now', () => {
    const market = resolvedMarket(world, { yes: SOL });
    const vetoSeconds = Number(VETO_SECONDS);
    world.must(world.build.updateConfig({ vetoSeconds, guardian: stranger.address }));
    world.expectRefused(veto(market, guardian), 'NotGuardian');
    world.must(veto(market, stranger));
  });

  test('nobody with a Config of their own', () => {
    const market = resolvedMarket(world, { yes: SOL });
    const GUARDIAN_AT = 128;
    const data = Uint8Array.from(world.getData(addresses.config));
    data.set(toBytes(stranger.address), GUARDIAN_AT);
    const fake = createKey('fake config').address;
    world.setAccount(fake, { data, owner: addresses.factProgram });
    const forged = veto(market, stranger);
    world.expectRefused(withAccount(forged, 1, fake), 'WrongOwner');
    world.expectRefused(withAccount(forged, 1, addresses.vaultSol), 'WrongAccountType');
  });
});

describe('a malformed veto_market', () => {
  test('has a byte too few, too many or set, or another number of accounts', () => {
    const market = resolvedMarket(world, { yes: SOL });
    expectDataChecked(world, veto(market), range(1, 7));
    expectAccountsCounted(world, veto(market));
  });

  test('vetoes what is no market, or cannot be written to', () => {
    const market = resolvedMarket(world, { yes: SOL });
    world.expectRefused(asReadonly(veto(market), 2), 'NotWritable');
    world.expectRefused(withAccount(veto(market), 2, bettorAddress(alice)), 'WrongAccountType');
    world.expectRefused(withAccount(veto(market), 2, stranger.address), 'WrongOwner');
  });
});

import { type Decider, type ErrorName, MarketSource } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from './support/build.ts';
import { latchedFact, stateFact, timedFact } from './support/facts.ts';
import { createKey } from './support/key.ts';
import { createWorld } from './support/world.ts';

const DAY = 86_400n;
const WINDOW = 120n;
const TEN_YEARS = 3_650n * DAY;
const I64_MAX = (1n << 63n) - 1n;
const I64_MIN = -(1n << 63n);

const world = createWorld();
beforeEach(() => world.reset());

/** Times relative to now. */
interface Times {
  closes: bigint;
  expires: bigint;
  refund: bigint;
}

function build({ closes, expires, refund }: Times, decider?: Decider) {
  return world.build.createMarket({
    closesAt: world.now + closes,
    expiresAt: world.now + expires,
    refundAt: world.now + refund,
    decider: decider ?? { source: MarketSource.Oracle },
  });
}

const usual: Times = { closes: HOUR, expires: 2n * HOUR, refund: 3n * HOUR };

describe('times are in order', () => {
  const accepted: [string, Partial<Times>][] = [
    ['betting may close one second from now', { closes: 1n }],
    ['betting may close at the expiry', { closes: usual.expires }],
    ['the refund may come one second after the expiry', { refund: usual.expires + 1n }],
    ['all three may lie as close as can be', { closes: 1n, expires: 1n, refund: 2n }],
  ];
  test.each(accepted)('%s', (_, times) => {
    const { closes, expires, refund } = { ...usual, ...times };
    const instruction = build({ closes, expires, refund });
    world.must(instruction);
    const market = world.getMarket(instruction.accounts[3]?.address ?? world.addresses.config);
    expect([market.closesAt, market.expiresAt, market.refundAt]).toEqual([
      world.now + closes,
      world.now + expires,
      world.now + refund,
    ]);
  });

  const refused: [string, Partial<Times>][] = [
    ['betting may not close now', { closes: 0n }],
    ['betting may not close in the past', { closes: -1n }],
    ['betting may not close after the expiry', { closes: usual.expires + 1n }],
    ['the refund may not come at the expiry', { refund: usual.expires }],
    ['the refund may not come before the expiry', { refund: usual.expires - 1n }],
    ['a market may not expire now', { closes: 0n, expires: 0n, refund: 1n }],
  ];
  test.each(refused)('%s', (_, times) => {
    world.expectRefused(build({ ...usual, ...times }), 'TimesOutOfOrder');
  });
});

describe('times are in range', () => {
  const monthAfter = (expires: bigint) => expires + 30n * DAY;

  test('a market expires at most ten years from now', () => {
    const last = { closes: 1n, expires: TEN_YEARS, refund: TEN_YEARS + 1n };
    world.must(build(last));
    const late = { closes: 1n, expires: TEN_YEARS + 1n, refund: TEN_YEARS + 2n };
    world.expectRefused(build(late), 'TimesOutOfRange');
  });

  test('the refund comes at most 30 days after the expiry', () => {
    world.must(build({ ...usual, refund: monthAfter(usual.expires) }));
    const late = { ...usual, refund: monthAfter(usual.expires) + 1n };
    world.expectRefused(build(late), 'TimesOutOfRange');
  });

  test.each([
    ['the end of time', I64_MAX - 1n, I64_MAX, 'TimesOutOfRange'],
    ['the end of time and the refund before', I64_MAX, I64_MAX, 'TimesOutOfOrder'],
    ['the beginning of time', I64_MIN, I64_MIN + 1n, 'TimesOutOfOrder'],
    ['an expiry whose 30 days overflow', I64_MAX - 5n, I64_MAX, 'TimesOutOfRange'],
  ] satisfies [string, bigint, bigint, ErrorName][])('%s is refused', (_, at, refundAt, error) => {
    const instruction = world.build.createMarket({ closesAt: at, expiresAt: at, refundAt });
    world.expectRefused(instruction, error);
  });
});

const facts: [string, Decider][] = [
  ['a state', stateFact(createKey('observed').address)],
  ['a curve', latchedFact(createKey('curve').address)],
  ['a price at a moment', timedFact()],
];
test.each(facts)(
  '%s is refunded later than the window in which it is observed: one second at least',
  (_, decider) => {
    const refundAfter = (seconds: bigint) =>
      build({ ...usual, refund: usual.expires + seconds }, decider);
    world.expectRefused(refundAfter(1n), 'RefundTooSoon');
    world.expectRefused(refundAfter(WINDOW - 1n), 'RefundTooSoon');
    world.expectRefused(refundAfter(WINDOW), 'RefundTooSoon');
    world.must(refundAfter(WINDOW + 1n));
  },
);

describe('a timed fact closes the lead before its expiry', () => {
  const withLead = (leadSeconds: number) => world.must(world.build.updateConfig({ leadSeconds }));
  const refund = HOUR + HOUR;

  test.each([1n, 30n, 300n])('of %i seconds', (lead) => {
    withLead(Number(lead));
    const expires = HOUR;
    const late = { closes: expires - lead + 1n, expires, refund };
    world.expectRefused(build(late, timedFact()), 'ClosesTooLate');
    world.expectRefused(build({ closes: expires, expires, refund }, timedFact()), 'ClosesTooLate');
    world.must(build({ closes: expires - lead, expires, refund }, timedFact()));
    world.must(build({ closes: expires - lead - 1n, expires, refund }, timedFact()));
  });

  test('and lasts at least twice as long', () => {
    withLead(30);
    const short = { closes: 1n, expires: 59n, refund };
    world.expectRefused(build(short, timedFact()), 'ShorterThanLead');
    world.must(build({ closes: 30n, expires: 60n, refund }, timedFact()));
  });
});

import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import { NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { timedFactData } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { createWorld } from './support/world.ts';

const { stranger } = keys;
const { Yes, No } = Outcome;
const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest());

const world = createWorld();
beforeEach(() => world.reset());

const outcomeOf = ({ market }: { market: Address }) => world.getMarket(market).outcome;
const expiryOf = ({ market }: { market: Address }) => world.getMarket(market).expiresAt;

describe('a timed fact', () => {
  const account = createKey('price account').address;
  const owner = addresses.factProgram;

  function observe(price: bigint, publishTime: bigint, previousPublishTime: bigint) {
    const data = timedFactData({ price, publishTime, previousPublishTime });
    world.setAccount(account, { data, owner });
    return data;
  }

  test.each([
    ['at the strike is Yes', 100n, Yes],
    ['one below the strike is No', 99n, No],
  ])('%s, by anybody and any account of its program', (_, price, outcome) => {
    const market = world.createPriceMarket({ atLeast: 100n });
    const expiresAt = expiryOf({ market });
    const data = observe(price, expiresAt, expiresAt - 1n);
    world.at(expiresAt);
    const result = world.must(world.build.resolveByFact(market, account), { feePayer: stranger });
    const evidenceHash = sha256(data);
    expect(result.events[0]).toMatchObject({ outcome, evidenceHash, vetoEndsAt: world.now });
    expect(world.getMarket(market)).toMatchObject({ outcome, evidenceHash, subject: NO_ADDRESS });
  });

  test('takes one of a hundred updates, whoever brings which first', () => {
    const market = world.createPriceMarket();
    const expiresAt = expiryOf({ market });
    world.at(expiresAt + 100n);
    for (let second = -50n; second < 50n; second += 1n) {
      if (second === 0n) continue;
      observe(1_000n, expiresAt + second, expiresAt + second - 1n);
      world.expectRefused(world.build.resolveByFact(market, account), 'ObservationInvalid');
    }
    observe(1n, expiresAt, expiresAt - 1n);
    world.must(world.build.resolveByFact(market, account));
    expect(outcomeOf({ market })).toBe(No);
  });

  test('takes the first update after a gap around the expiry', () => {
    const market = world.createPriceMarket();
    const expiresAt = expiryOf({ market });
    world.at(expiresAt + 100n);
    observe(1n, expiresAt - 7n, expiresAt - 8n);
    world.expectRefused(world.build.resolveByFact(market, account), 'ObservationInvalid');
    observe(1n, expiresAt + 10n, expiresAt + 9n);
    world.expectRefused(world.build.resolveByFact(market, account), 'ObservationInvalid');
    observe(1_000n, expiresAt + 9n, expiresAt - 7n);
    world.must(world.build.resolveByFact(market, account));
    expect(outcomeOf({ market })).toBe(Yes);
  });
});

import type { Address } from '@solana/kit';
import { NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, describe, test } from 'vitest';
import { bettorAddress, type TestBet } from './support/build.ts';
import { stateFactData } from './support/facts.ts';
import { keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { withAccount, withoutAccount, withoutSigner } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, stranger } = keys;
const { Yes } = Outcome;
const MINIMUM = 100_000n;

const world = createWorld();
beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 1_000_000n });
});

const bet = (wallet: TestBet['wallet']): TestBet => ({ wallet, outcome: Yes, amount: MINIMUM });

describe('a gated market', () => {
  const CONFIG = 2;
  const OPERATOR = 3;
  let market: Address;
  beforeEach(() => {
    market = world.createMarket({ isTriggered: true });
  });
  const ownBet = () => world.build.placeOwnBet(market, bet(alice));

  test('refuses an instruction that leaves the operator out, or the Config too', () => {
    world.expectRefused(withoutAccount(ownBet(), OPERATOR), 'OperatorRequired');
    const none = { ...ownBet(), accounts: ownBet().accounts.slice(0, 3) };
    world.expectRefused(none, 'InvalidAccountCount');
    const alone = withoutAccount(withoutAccount(ownBet(), OPERATOR), CONFIG);
    world.expectRefused(alone, 'WrongAccountType');
  });

  test('goes by the Config of now: a replaced operator is out', () => {
    world.must(world.build.updateConfig({ operator: stranger.address }));
    world.expectRefused(ownBet(), 'OperatorRequired');
    world.must(withAccount(ownBet(), OPERATOR, stranger.address));
  });
});

test('an oracle market that its creator asked to be gated needs the operator’s signature for bets, though it is not triggered', () => {
  const market = world.createMarket({ isGated: true });
  const ownBet = world.build.placeOwnBet(market, bet(alice));
  world.must(ownBet);
  world.expectRefused(withoutSigner(ownBet, 3), 'OperatorRequired');
  world.expectRefused(withAccount(ownBet, 3, stranger.address), 'OperatorRequired');
  world.nextSlot();
  world.expectRefused(world.build.resolveMarket(market, Yes), 'ResolveTooEarly');
  world.resolve(market, Yes);
});

describe('a triggered state fact', () => {
  const OBSERVED = 3;
  const ownBet = (market: Address) => world.build.placeOwnBet(market, bet(alice));

  test('looks at its own account and no other', () => {
    const { market } = world.createStateMarket({ isTriggered: true });
    const other = createKey('another observed account').address;
    world.setState(other, 0n);
    world.expectRefused(withAccount(ownBet(market), OBSERVED, other), 'WrongAddress');
    world.expectRefused(withoutAccount(ownBet(market), OBSERVED), 'WrongAddress');
    const bare = { ...ownBet(market), accounts: ownBet(market).accounts.slice(0, 3) };
    world.expectRefused(bare, 'InvalidAccountCount');
    // The account stands in front of the bettors, so that nobody can swap the two.
    const swapped = withAccount(ownBet(market), OBSERVED, bettorAddress(alice));
    world.expectRefused(swapped, 'WrongAddress');
  });

  test('is not met by an account of another program, whatever it says', () => {
    const { market, observed } = world.createStateMarket({ isTriggered: true });
    world.setAccount(observed, { data: stateFactData(1n), owner: stranger.address });
    world.must(ownBet(market));
    world.setAccount(observed, { data: stateFactData(1n), owner: NO_ADDRESS });
    world.must(ownBet(market));
  });
});

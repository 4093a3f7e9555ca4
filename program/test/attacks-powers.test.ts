// What the keys could take, and what holds them. Each test is an attack of an audit; where a power
// is accepted and written down, the test says exactly how far it goes.
import { getMintToInstruction } from '@solana-program/token';
import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { heldBy } from './support/books.ts';
import { eventOf } from './support/expect-event.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { createKey, type Key } from './support/key.ts';
import { closedMarket } from './support/scenes.ts';
import { withAccount } from './support/tamper.ts';
import { AUCTION, type Terms } from './support/terms.ts';
import { setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { admin, alice, bob, guardian, mintAuthority, oracle, stranger } = keys;
const { Yes, No } = Outcome;
const { Sol } = Currency;
const DELAY = 172_800;
const VETO = 3_600;

/** As on a cluster: changes take two days, outcomes wait for an hour. */
const terms = { changeDelay: DELAY, vetoSeconds: VETO };
const world = createWorld({ terms });
const { build } = world;
beforeEach(() => world.reset());

const announce = (changed: Partial<Terms>) => build.updateConfig({ ...terms, ...changed });
const availableOf = (wallet: Key) => world.getBettor(wallet).available[Sol];

/** Each has 10 SOL in a market that says Yes: the first wins it. */
function resolvedFor(winner: Key, loser: Key) {
  for (const wallet of [winner, loser]) world.bettor(wallet, { sol: 10n * SOL });
  const market = world.createMarket();
  world.bet(winner, market, Yes, 10n * SOL);
  world.bet(loser, market, No, 10n * SOL);
  world.resolve(market, Yes);
  return market;
}

test('the guardian who bets has an option: its loss becomes a refund, its win stays', () => {
  // Accepted and written down: the guardian is trusted not to bet in oracle markets. It gains
  // nothing beyond its stake, and only the others' winnings are gone.
  const lost = resolvedFor(alice, guardian);
  world.must(build.vetoMarket(lost));
  world.settle(lost, alice, guardian);
  expect([alice, guardian].map(availableOf)).toEqual([10n * SOL, 10n * SOL]);

  world.reset();
  const won = resolvedFor(guardian, alice);
  world.advance(BigInt(VETO));
  world.settle(won, alice, guardian);
  expect([alice, guardian].map(availableOf)).toEqual([0n, 19n * SOL]);
});

describe('the admin', () => {
  test('does not become the guardian of a live market in the transaction that vetoes it', () => {
    const market = resolvedFor(alice, bob);
    const veto = build.vetoMarket(market, { authority: admin });
    world.expectRefused([announce({ guardian: admin.address }), veto], 'NotGuardian');
    world.must(announce({ guardian: admin.address }));
    world.expectRefused([build.applyConfig(), veto], 'ChangeTooEarly');
    world.advance(BigInt(VETO));
    world.settle(market, alice, bob);
    expect(availableOf(alice)).toBe(19n * SOL);
    world.at(world.getConfig().pendingAt);
    world.expectRefused([build.applyConfig(), veto], 'VetoOver');
  });

  test('does not become the operator of a live gated market to bet alone after the event', () => {
    for (const wallet of [alice, admin]) world.bettor(wallet, { sol: 10n * SOL });
    const market = world.createMarket({ isTriggered: true });
    world.bet(alice, market, No, 10n * SOL);
    const own = build.placeOwnBet(market, { wallet: admin, outcome: Yes, amount: 10n * SOL });
    const bet = withAccount(own, 3, admin.address);
    world.expectRefused([announce({ operator: admin.address }), bet], 'OperatorRequired');
    world.must(announce({ operator: admin.address }));
    world.expectRefused([build.applyConfig(), bet], 'ChangeTooEarly');
    world.nextSlot();
    world.must(build.resolveMarket(market, Yes));
    world.at(world.getConfig().pendingAt);
    world.expectRefused([build.applyConfig(), bet], 'MarketNotOpen');
  });

  test('does not put other terms under a market while it is created', () => {
    const create = build.createMarket();
    const worse = { burnBps: 1_000, developerBps: 1_000, oracle: stranger.address };
    // Without a delay, as on the embedded chain, the creator's expectation refuses.
    const fast = createWorld();
    const sandwich = [fast.build.updateConfig(worse), fast.build.createMarket()];
    fast.expectRefused(sandwich, 'TermsChanged');
    // With one, nothing changes under it at all.
    world.must([announce(worse), create]);
    const market = create.accounts[3]?.address;
    expect(market && world.getMarket(market)).toMatchObject({
      burnBps: 500,
      developerBps: 500,
      subject: oracle.address,
    });
  });

  test('who makes the vault the treasury only strands the developer’s share', () => {
    const fast = createWorld();
    closedMarket(fast, { yes: 10n * SOL, no: 10n * SOL });
    fast.must(fast.build.updateConfig({ treasury: addresses.vaultSol }));
    const { feesDeveloper, owed } = fast.getVault(Sol);
    const held = heldBy(fast, Sol);
    fast.must(withAccount(fast.build.collectFees(Sol), 2, addresses.vaultSol));
    expect(fast.getVault(Sol)).toMatchObject({ feesDeveloper: 0n, owed: owed - feesDeveloper });
    expect(heldBy(fast, Sol)).toBe(held);
    fast.expectConserved();
  });
});

test('the reserve goes lot by lot to a mint authority that prints UTILITY, one lot per round', () => {
  // Accepted and written down: whoever can print UTILITY can buy with it. The price is burned
  // like any other, so the supply is as before, and each sale makes the next lot dearer.
  const plain = createWorld();
  closedMarket(plain, { yes: 10n * SOL, no: 10n * SOL });
  const purse = createKey('printed').address;
  const { utilityMint: mint } = addresses;
  setTokenAccount(plain, purse, { mint, owner: mintAuthority.address, amount: 0n });
  const buy = (amount: bigint) => [
    getMintToInstruction({ mint, token: purse, mintAuthority: mintAuthority.signer, amount }),
    withAccount(plain.build.buyBack(mintAuthority, amount), 3, purse),
  ];
  const lamports = plain.getLamports(mintAuthority.address);
  const supply = plain.getUtilitySupply();
  const price = 8n * AUCTION.firstPrice;
  const result = plain.must(buy(price));
  expect(eventOf(result, 'BoughtBack').price).toBe(price);
  expect(plain.getUtilitySupply()).toBe(supply);
  expect(plain.getLamports(mintAuthority.address) - lamports).toBe(AUCTION.lot);
  plain.expectRefused(buy(8n * price), 'RoundSold');
  plain.advance(AUCTION.roundSeconds);
  plain.expectRefused(buy(8n * price - 1n), 'PriceAboveLimit');
  plain.must(buy(8n * price));
  plain.expectConserved();
});

// Our service is switched off: after the expiry only a stranger's key signs anything, and still
// everybody is paid. Every ending of a market is in vectors.test.ts.
import { AccountRole, type Address } from '@solana/kit';
import { Currency, Outcome, type ProgramInstruction } from '@tote/program-client';
import { beforeEach, expect, test } from 'vitest';
import { bettorAddress, HOUR } from './support/build.ts';
import { eventOf } from './support/expect-event.ts';
import { timedFactData } from './support/facts.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { createKey, type Key } from './support/key.ts';
import { tokenAmount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol, operator, stranger, treasury } = keys;
const wallets = [alice, bob, carol];
const { Yes, No } = Outcome;
const { Sol, Utility } = Currency;

const world = createWorld();
beforeEach(() => world.reset());

const coinsOf = (currency: Currency) => wallets.map((wallet) => world.getCoins(wallet, currency));

/** Signs and pays as a stranger, and proves that no other signature is asked for. */
function asStranger(instruction: ProgramInstruction) {
  const signers = instruction.accounts.filter(({ role }) => role >= AccountRole.READONLY_SIGNER);
  expect(signers.filter(({ address }) => address !== stranger.address)).toEqual([]);
  return world.must(instruction, { feePayer: stranger });
}

/** Sends a wallet all that settlements credited, without asking it. */
function sweep(wallet: Key, currency: Currency) {
  const amount = world.getBettor(wallet).sweepable[currency] ?? 0n;
  if (amount === 0n) return;
  asStranger(world.build.withdraw(wallet, currency, amount, { authority: stranger }));
}

const price = createKey('price account').address;

/** Everybody chooses to be sent the winnings, and bets everything on three markets. */
function lastActsOfTheService() {
  const inUtility = [4n * SOL, 1n * SOL, 3n * SOL];
  wallets.forEach((wallet, index) => {
    world.bettor(wallet, { sol: 12n * SOL, utility: inUtility[index] });
    world.must(world.build.setAutoWithdraw(wallet, true));
  });
  const expiresAt = world.now + HOUR;
  const { market: state, observed } = world.createStateMarket({ expiresAt });
  const moment = world.createPriceMarket({ expiresAt, currency: Utility });
  const oracle = world.createMarket({ expiresAt });
  // On the state: Alice's Yes wins Bob's 8 SOL less a tenth.
  world.bet(alice, state, Yes, 4n * SOL);
  world.bet(bob, state, No, 8n * SOL);
  // On the price, in UTILITY: No wins.
  world.bet(alice, moment, Yes, 4n * SOL);
  world.bet(bob, moment, No, 1n * SOL);
  world.bet(carol, moment, No, 3n * SOL);
  // On the oracle's word, which never comes.
  world.bet(alice, oracle, Yes, 8n * SOL);
  world.bet(bob, oracle, No, 4n * SOL);
  world.bet(carol, oracle, No, 12n * SOL);
  for (const wallet of wallets) expect(world.getBettor(wallet).available).toEqual([0n, 0n]);
  world.setState(observed, 1n);
  return { state, observed, moment, oracle, expiresAt };
}

function settleAndClose(market: Address, settled: Key[]) {
  asStranger(world.build.settlePositions(market, settled));
  asStranger(world.build.closeMarket(market));
}

test('our service is switched off: strangers resolve, refund, settle, close, collect and sweep, and nothing is left', () => {
  const before = { sol: coinsOf(Sol), utility: coinsOf(Utility) };
  const operatorBefore = world.getLamports(operator.address);
  const treasuryBefore = world.getLamports(treasury.address);
  const supply = world.getUtilitySupply();
  const { state, observed, moment, oracle, expiresAt } = lastActsOfTheService();

  world.at(expiresAt + 30n);
  const times = { publishTime: expiresAt + 1n, previousPublishTime: expiresAt - 1n };
  const data = timedFactData({ price: 99n, ...times });
  world.setAccount(price, { data, owner: addresses.factProgram });
  asStranger(world.build.resolveByFact(state, observed));
  asStranger(world.build.resolveByFact(moment, price));
  settleAndClose(state, [alice, bob]);
  settleAndClose(moment, [carol, alice, bob]);
  world.at(world.getMarket(oracle).refundAt);
  asStranger(world.build.refundMarket(oracle));
  settleAndClose(oracle, wallets);
  for (const wallet of wallets) {
    sweep(wallet, Sol);
    sweep(wallet, Utility);
  }
  asStranger(world.build.collectFees(Sol));
  asStranger(world.build.collectFees(Utility));

  // The state: Alice gains 8 - 0.8. The price: 4 - 0.4 = 3.6, of which Bob a quarter.
  const inSol = [7_200_000_000n, -8_000_000_000n, 0n];
  const inUtility = [-4_000_000_000n, 900_000_000n, 2_700_000_000n];
  const add = (coins: bigint[], gains: bigint[]) =>
    coins.map((amount, index) => amount + (gains[index] ?? 0n));
  expect(coinsOf(Sol)).toEqual(add(before.sol, inSol));
  expect(coinsOf(Utility)).toEqual(add(before.utility, inUtility));
  expect(world.getLamports(treasury.address)).toBe(treasuryBefore + 400_000_000n);
  expect(tokenAmount(world, addresses.treasuryToken)).toBe(200_000_000n);
  expect(supply - world.getUtilitySupply()).toBe(200_000_000n);

  // The reserve, four lots, is all that the program still owes, and a stranger can buy it.
  for (const reserve of [3n, 2n, 1n, 0n]) {
    world.advance(3_599n);
    const event = eventOf(asStranger(world.build.buyBack(stranger, 1n << 62n)), 'BoughtBack');
    expect(event.reserve).toBe(reserve * 100_000_000n);
  }
  const empty = { available: 0n, unsettled: 0n, fees: 0n, owed: 0n, held: 0n };
  expect(world.totals()).toEqual({ sol: empty, utility: empty });
  // Only the Bettors' rent is out: their wallets can close them when they like.
  world.nextSlot();
  for (const wallet of wallets) world.must(world.build.closeBettor(wallet));
  expect(world.getLamports(operator.address)).toBe(operatorBefore);
  expect(world.findAccount(bettorAddress(alice))).toBeUndefined();
});

// vectors/payouts.json through the real program: real bets, resolution, settlement and close.
import { Currency, Outcome, RefundReason } from '@tote/program-client';
import { beforeEach, expect, test } from 'vitest';
import { type PayoutCase, readVectors } from '../../tools/test-setup/vectors.ts';
import { utilityAddress, vaultAddress } from './support/build.ts';
import { eventOf } from './support/expect-event.ts';
import { addresses } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const OWED_MAX = (1n << 63n) - 1n;
const VETO_SECONDS = 60;
const REASONS = {
  nobody_won: RefundReason.NobodyWon,
  deadline: RefundReason.Deadline,
  veto: RefundReason.Veto,
};

const world = createWorld();
beforeEach(() => world.reset());

const cases = readVectors<PayoutCase>('payouts.json');
const totalOf = ({ pools }: PayoutCase) => BigInt(pools.yes) + BigInt(pools.no);
const fits = (vector: PayoutCase) => totalOf(vector) <= OWED_MAX;
const currencyOf = (vector: PayoutCase) =>
  vector.currency === 'SOL' ? Currency.Sol : Currency.Utility;

function setTerms({ burnBps, developerBps, noOutcomeReason }: PayoutCase) {
  const terms = {
    burnBps: Number(burnBps),
    developerBps: Number(developerBps),
    minimumStakeSol: 1n,
    minimumStakeUtility: 1n,
    vetoSeconds: noOutcomeReason === 'veto' ? VETO_SECONDS : 0,
  };
  world.must(world.build.updateConfig(terms));
}

/** A wallet that can deposit this much, with a Bettor that has nothing yet. */
function createBettor(index: number, currency: Currency, amount: bigint): Key {
  const isSol = currency === Currency.Sol;
  const spare = amount > OWED_MAX ? 0n : 10_000_000n;
  const wallet = world.wallet(`position ${index}`, isSol ? amount + spare : spare);
  if (!isSol) {
    const mint = addresses.utilityMint;
    setTokenAccount(world, utilityAddress(wallet), { mint, owner: wallet.address, amount });
  }
  return world.bettor(wallet, { slots: 1, isDelegated: false });
}

/** Everybody bets what the vector says. */
function placePositions(vector: PayoutCase) {
  const currency = currencyOf(vector);
  setTerms(vector);
  const market = world.createMarket({ currency });
  const wallets = vector.positions.map(({ stakeYes, stakeNo }, index) => {
    const [yes, no] = [BigInt(stakeYes), BigInt(stakeNo)];
    const wallet = createBettor(index, currency, yes + no);
    if (yes + no > 0n) world.must(world.build.deposit(wallet, currency, yes + no));
    if (yes > 0n) world.bet(wallet, market, Outcome.Yes, yes);
    if (no > 0n) world.bet(wallet, market, Outcome.No, no);
    return wallet;
  });
  return { market, wallets };
}

/** What must not matter. */
function disturb({ unrelated = {}, currency }: PayoutCase) {
  const { configBurnBpsNow, configDeveloperBpsNow, donatedToVault } = unrelated;
  if (configBurnBpsNow) {
    const developerBps = Number(configDeveloperBpsNow);
    world.must(world.build.updateConfig({ burnBps: Number(configBurnBpsNow), developerBps }));
  }
  if (donatedToVault) {
    const vault = vaultAddress(currency === 'SOL' ? Currency.Sol : Currency.Utility);
    const lamports = world.getLamports(vault) + BigInt(donatedToVault);
    const data = world.getData(vault);
    world.setAccount(vault, { data, owner: addresses.program, lamports });
  }
}

function decide(market: Parameters<typeof world.getMarket>[0], vector: PayoutCase) {
  if (vector.noOutcomeReason === 'deadline') {
    world.at(world.getMarket(market).refundAt);
    return world.must(world.build.refundMarket(market));
  }
  world.resolve(market, vector.outcome === 'No' ? Outcome.No : Outcome.Yes);
  if (vector.noOutcomeReason === 'veto') world.must(world.build.vetoMarket(market));
}

test.each(cases.filter(fits))('vectors/payouts.json: $name', (vector) => {
  const { expected, pools } = vector;
  const { market, wallets } = placePositions(vector);
  expect(world.getMarket(market).pools).toEqual([BigInt(pools.yes), BigInt(pools.no)]);
  disturb(vector);
  decide(market, vector);
  expect(world.getMarket(market)).toMatchObject({
    refundReason: expected.refundReason ? REASONS[expected.refundReason] : RefundReason.None,
    burnDue: BigInt(expected.burn),
    developerDue: BigInt(expected.developer),
    distributable: BigInt(expected.distributable),
    held: totalOf(vector),
  });

  const payouts = expected.payouts.map(BigInt);
  if (wallets.length > 0) {
    const settled = eventOf(world.settle(market, ...wallets), 'PositionsSettled');
    expect(settled.positions.map(({ payout }) => payout)).toEqual(payouts);
    expect(settled.openPositions).toBe(0n);
  }
  const currency = currencyOf(vector);
  const balances = wallets.map((wallet) => world.getBettor(wallet).available[currency]);
  expect(balances).toEqual(payouts);

  const closed = eventOf(world.must(world.build.closeMarket(market)), 'MarketClosed');
  expect(closed).toMatchObject({
    burn: BigInt(expected.burn),
    developer: BigInt(expected.developer),
    dust: BigInt(expected.dust),
    feesBurn: BigInt(expected.burn) + BigInt(expected.dust),
  });
  world.expectConserved();
});

test.each(cases.filter((vector) => !fits(vector)))('cannot come about: $name', (vector) => {
  const currency = currencyOf(vector);
  let total = 0n;
  vector.positions.forEach(({ stakeYes, stakeNo }, index) => {
    const amount = BigInt(stakeYes) + BigInt(stakeNo);
    const wallet = createBettor(index, currency, amount);
    const deposit = world.build.deposit(wallet, currency, amount);
    if (total + amount > OWED_MAX) world.expectRefused(deposit, 'TotalTooLarge');
    else {
      world.must(deposit);
      total += amount;
    }
  });
  expect(total).toBeLessThan(totalOf(vector));
});

test('vectors/payouts.json holds 148 cases, of which 4 are too large for the program', () => {
  expect([cases.length, cases.filter(fits).length]).toEqual([148, 144]);
});

// Checks the figures of the API against those that packages/domain computes from the bets, and
// against the wallets' balances.
import {
  type Amount,
  CURRENCIES,
  type Currency,
  decideSettlement,
  dust,
  formatAmount,
  formatMoney,
  payout,
  type Settlement,
} from '@tote/domain';
import { type DemoReport, type PlayedMarket, positionOf } from './played.ts';

export function checkReport({ markets, bettors, reserves }: DemoReport): string[] {
  const problems = markets.flatMap(checkMarket);
  for (const { who, before, after } of bettors) {
    for (const currency of CURRENCIES) {
      const played = markets.filter(({ scenario }) => scenario.currency === currency);
      const expected =
        before[currency] - sum(played.map((market) => stakedBy(market, who))) + paidTo(played, who);
      if (after[currency] === expected) continue;
      problems.push(`${who} has ${after[currency]} base units of ${currency}, not ${expected}`);
    }
  }
  for (const currency of CURRENCIES) {
    const { vault, owed, balances, pools, fees } = reserves[currency];
    if (vault === owed && owed === balances + pools + fees) continue;
    problems.push(`the reserves of ${currency} differ from what is owed`);
  }
  return problems;
}

function checkMarket(market: PlayedMarket): string[] {
  const { scenario, bets, pools, outcome, payouts, decimals } = market;
  const problems: string[] = [];
  const expect = (what: string, given: unknown, expected: unknown) => {
    if (given !== expected) {
      problems.push(`${scenario.type}: ${what} is ${given}, not ${expected}`);
    }
  };
  const money = (units: bigint) => formatMoney(units as Amount, scenario.currency, decimals);
  expect('the outcome', outcome, scenario.outcome);
  expect('the pool of Yes', pools.yes, sum(bets.map((bet) => on(bet, 'Yes'))));
  expect('the pool of No', pools.no, sum(bets.map((bet) => on(bet, 'No'))));
  const settlement = settlementOf(market);
  if (settlement.kind === 'paid') {
    expect('the burn share', market.burned, settlement.burn);
    expect('the developer share', market.developer, settlement.developer);
  }
  for (const { who, winnings, paid } of payouts) {
    const due = payout(settlement, positionOf(bets, who));
    expect(`what ${who} is promised`, winnings, due);
    expect(`what ${who} got`, paid, due);
  }
  const { paid, fees, left, staked } = sumUp(market);
  expect('the sum', money(paid + fees + left), money(staked));
  return problems;
}

export function settlementOf({ pools, outcome, feeRates }: PlayedMarket): Settlement {
  const resolution =
    outcome === null
      ? ({ kind: 'none', reason: 'deadline' } as const)
      : ({ kind: 'outcome', outcome } as const);
  return decideSettlement(pools, resolution, feeRates);
}

interface SumUp {
  readonly staked: bigint;
  readonly paid: bigint;
  readonly fees: bigint;
  readonly left: bigint;
}

/** The figures have different sources: bets, credits, fees of the API, computed dust. */
export function sumUp(market: PlayedMarket): SumUp {
  const { bets, payouts, burned, developer } = market;
  const positions = payouts.map(({ who }) => positionOf(bets, who));
  return {
    staked: sum(bets.map(({ amount }) => amount)),
    paid: sum(payouts.map(({ paid }) => paid)),
    fees: burned + developer,
    left: dust(settlementOf(market), positions),
  };
}

export function sumOf(markets: readonly PlayedMarket[], currency: Currency): SumUp {
  const sums = markets.filter(({ scenario }) => scenario.currency === currency).map(sumUp);
  return {
    staked: sum(sums.map(({ staked }) => staked)),
    paid: sum(sums.map(({ paid }) => paid)),
    fees: sum(sums.map(({ fees }) => fees)),
    left: sum(sums.map(({ left }) => left)),
  };
}

export function stakedBy({ bets }: PlayedMarket, who: string): bigint {
  return sum(bets.filter((bet) => bet.who === who).map(({ amount }) => amount));
}

export function paidTo(markets: readonly PlayedMarket[], who: string): bigint {
  const credits = markets.flatMap(({ payouts }) => payouts.filter((each) => each.who === who));
  return sum(credits.map(({ paid }) => paid));
}

const on = (bet: PlayedMarket['bets'][number], outcome: string): bigint =>
  bet.outcome === outcome ? bet.amount : 0n;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

export const plain = (units: bigint, decimals: number): string =>
  formatAmount(units as Amount, decimals);

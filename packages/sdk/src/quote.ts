// What a bet would pay, with the same arithmetic as the program: whole base units, rounded down.
import {
  decideSettlement,
  type Outcome,
  type PaidSettlement,
  type Pools,
  payout,
  poolsOf,
} from '@tote/domain';
import { type AmountInput, type Decimal, fromBaseUnits, readUnits, type Scale } from './decimal.ts';
import { refuseInput } from './errors.ts';
import type { Market } from './generated/types.ts';

export interface QuotedBet {
  readonly outcome: Outcome;
  readonly amount: AmountInput;
  /** What others may still stake, for `payoutIfMore`. */
  readonly more?: AmountInput;
}

export interface Quote {
  readonly outcome: Outcome;
  readonly amount: Decimal;
  /** Stake and winnings after fees if the outcome wins and nobody else bets. */
  readonly payout: Decimal;
  /** The same if others stake `more` on Yes or on No. */
  readonly payoutIfMore: Readonly<Record<Outcome, Decimal>>;
  /** Per unit staked, four decimals rounded down: what `minPayoutRatio` of the bet is held to. */
  readonly payoutRatio: Decimal;
  /** The break-even probability, between 0 and 1, rounded up to four decimals. */
  readonly breakEven: Decimal;
}

type QuotedMarket = Pick<Market, 'outcomes' | 'feePercentage'>;

const PLACES = 4;
const ONE = 10_000n;

/** `scale` is the market's currency or its decimals. */
export function quoteBet(market: QuotedMarket, bet: QuotedBet, scale: Scale): Quote {
  const units = (value: AmountInput) => readUnits(value, scale);
  const { outcome } = bet;
  const [stake, more] = [units(bet.amount), units(bet.more ?? 0n)];
  const pool = (name: Outcome) =>
    units(market.outcomes.find((each) => each.name === name)?.totalStake ?? 0n);
  const [yes, no] = [pool('Yes'), pool('No')];
  if (stake === 0n) throw refuseInput('The amount of a bet must be above 0.');
  // Nothing below can exceed this sum.
  units(yes + no + stake + more);
  const pools = addTo(poolsOf(yes, no), outcome, stake);
  const { burn, developer } = market.feePercentage;
  const rates = { burnBps: toBps(burn), developerBps: toBps(developer) };
  const settle = (after: Pools) => decideSettlement(after, { kind: 'outcome', outcome }, rates);
  const payoutWith = (after: Pools) => {
    const own = addTo(poolsOf(0n, 0n), outcome, stake);
    return payout(settle(after), { stakeYes: own.yes, stakeNo: own.no });
  };
  const show = (value: bigint) => fromBaseUnits(value, scale);
  const now = payoutWith(pools);
  const { winningPool, distributable } = settle(pools) as PaidSettlement;
  return {
    outcome,
    amount: show(stake),
    payout: show(now),
    payoutIfMore: {
      Yes: show(payoutWith(addTo(pools, 'Yes', more))),
      No: show(payoutWith(addTo(pools, 'No', more))),
    },
    payoutRatio: fromBaseUnits(ONE + (distributable * ONE) / winningPool, PLACES),
    breakEven: fromBaseUnits((stake * ONE + now - 1n) / now, PLACES),
  };
}

const addTo = ({ yes, no }: Pools, outcome: Outcome, stake: bigint) =>
  outcome === 'Yes' ? poolsOf(yes + stake, no) : poolsOf(yes, no + stake);

/** The service writes rates with four decimals, which a double holds. */
const toBps = (rate: number) => Math.round(rate * Number(ONE));

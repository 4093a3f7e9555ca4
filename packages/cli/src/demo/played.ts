import type { Asked, BettorName, Scenario } from '@tote/conditions/kinds/shared/scenario';
import type { Amount, Currency, FeeRates, Outcome, Pools, Position } from '@tote/domain';

export interface PlayedBet {
  readonly who: BettorName;
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly odds: number;
}

export interface OpenMarket {
  readonly scenario: Scenario;
  readonly asked: Asked;
  readonly id: string;
  readonly details: string;
  readonly feeRates: FeeRates;
  readonly decimals: number;
  readonly bets: readonly PlayedBet[];
  readonly pools: Pools;
  readonly odds: { readonly Yes: number; readonly No: number };
}

export interface PaidBettor {
  readonly who: BettorName;
  readonly position: Position;
  readonly winnings: Amount;
  readonly paid: Amount;
}

export interface PlayedMarket extends OpenMarket {
  readonly outcome: Outcome | null;
  readonly resolvedAt: string;
  readonly payoutRatio: { readonly Yes: number; readonly No: number };
  readonly burned: Amount;
  readonly developer: Amount;
  readonly payouts: readonly PaidBettor[];
  readonly decidingValue: string | null;
}

export type Balances = Readonly<Record<Currency, Amount>>;

interface PlayedReserves {
  readonly vault: Amount;
  readonly owed: Amount;
  readonly balances: Amount;
  readonly pools: Amount;
  readonly fees: Amount;
}

export interface DemoReport {
  readonly markets: readonly PlayedMarket[];
  readonly bettors: readonly {
    readonly who: BettorName;
    readonly before: Balances;
    readonly after: Balances;
  }[];
  readonly conversions: readonly { readonly type: string; readonly burned: string }[];
  readonly reserves: Readonly<Record<Currency, PlayedReserves>>;
}

export function positionOf(bets: readonly PlayedBet[], who: BettorName): Position {
  const sum = (outcome: Outcome) =>
    bets
      .filter((bet) => bet.who === who && bet.outcome === outcome)
      .reduce((total, bet) => total + bet.amount, 0n) as Amount;
  return { stakeYes: sum('Yes'), stakeNo: sum('No') };
}

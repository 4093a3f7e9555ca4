import type { Address } from '@solana/kit';
import type { BetsPlacedChange, PlacedBet } from '@tote/chain/history/program-change';
import { type MarketId, marketIdOf } from '@tote/chain/ids';
import {
  addStake,
  amount,
  currencyFromCode,
  formatAmount,
  formatTenThousandths,
  oddsRoundHalfUp,
  outcomeFromCode,
  type Pools,
  poolsOf,
} from '@tote/domain';
import { DONE, Outcome } from '@tote/program-client';
import { type MarketRow, OPEN } from '../../store/projection/market-view.ts';
import type { ApplyContext, Batch, BettorEvent } from '../batch.ts';
import { Contradiction, OutOfOrder } from '../problems.ts';

export function applyBetsPlaced(context: ApplyContext, change: BetsPlacedChange): void {
  const { batch, landed } = context;
  const { event, bets, instruction } = change;
  const { signature, slot, blockTime } = landed;
  const id = marketIdOf(event.market);
  const row = batch.findMarket(event.market);
  if (!row) throw new OutOfOrder(signature, id, 'bets before the market');
  const problem = findProblem(row, change);
  if (problem) throw new Contradiction(signature, id, problem);
  for (const bet of bets) {
    if (bet.verdict !== DONE || bet.bettor === undefined) continue;
    batch.bets.push({
      signature,
      instruction: BigInt(instruction),
      position: BigInt(bet.position),
      bet_id: bet.betId,
      market_id: id,
      bettor: bet.bettor,
      outcome: BigInt(bet.outcome),
      amount: bet.amount,
      pool_yes: bet.pools.yes,
      pool_no: bet.pools.no,
      sequence: event.sequence,
      slot,
      placed_at: blockTime,
    });
    batch.feedEvents.push(toBettorEvent(context, row, bet, bet.bettor));
  }
  const last = bets.at(-1);
  // Bets of a market can be applied in any order. The pools are those of the newest event.
  if (!last || event.sequence <= row.sequence) return;
  const { yes, no } = last.pools;
  batch.setOdds({ ...row, sequence: event.sequence, pool_yes: yes, pool_no: no });
  if (event.accepted > 0) batch.oddsChanged.add(event.market);
}

function toBettorEvent(
  { batch, landed }: ApplyContext,
  market: MarketRow,
  { betId, outcome: code, amount: units }: PlacedBet,
  bettor: Address,
): BettorEvent {
  const { signature } = landed;
  return {
    ...{ bettor, betId, signature },
    toEvent(wallet) {
      const currency = currencyFromCode(market.currency);
      const data = {
        betId,
        outcome: code === Outcome.Yes ? 'Yes' : 'No',
        amount: formatAmount(amount(units), batch.decimals[currency]),
        currency,
        transactionId: signature,
      } as const;
      return { type: 'bet.confirmed', marketId: market.id as MarketId, wallet, data };
    },
  };
}

function findProblem(row: MarketRow, { event, bets }: BetsPlacedChange): string | undefined {
  if (event.sequence > row.sequence && row.state !== OPEN) return 'a bet after the resolution';
  if (bets.length !== event.bets.length) return 'verdicts for another number of bets';
  const accepted = bets.filter(({ verdict }) => verdict === DONE);
  if (accepted.length !== event.accepted) return 'another number of accepted bets';
  const isNext = event.sequence === row.sequence + 1n;
  let before = isNext ? poolsOf(row.pool_yes, row.pool_no) : undefined;
  for (const bet of bets) {
    const expected = before && poolsAfter(before, bet);
    if (expected && !areEqual(expected, bet.pools)) return describe(expected, bet.pools);
    before = bet.pools;
  }
  return undefined;
}

function poolsAfter(before: Pools, { verdict, outcome, amount: stake }: PlacedBet): Pools {
  const named = outcome === 1 || outcome === 2 ? outcomeFromCode(outcome) : null;
  if (verdict !== DONE || named === null) return before;
  return addStake(before, named, amount(stake));
}

const areEqual = (a: Pools, b: Pools): boolean => a.yes === b.yes && a.no === b.no;

function describe(expected: Pools, found: Pools): string {
  const text = ({ yes, no }: Pools) => `${yes} / ${no}`;
  return `pools of ${text(found)} after a bet, not ${text(expected)}`;
}

export function announceOdds(batch: Batch): void {
  for (const market of batch.oddsChanged) {
    const row = batch.findMarket(market);
    if (!row) continue;
    const pools = poolsOf(row.pool_yes, row.pool_no);
    const odds = oddsRoundHalfUp(pools);
    const decimals = batch.decimals[currencyFromCode(row.currency)];
    batch.feedEvents.push({
      type: 'odds.changed',
      marketId: marketIdOf(market),
      wallet: null,
      data: {
        odds: { Yes: formatTenThousandths(odds.yes), No: formatTenThousandths(odds.no) },
        totalStake: {
          Yes: formatAmount(pools.yes, decimals),
          No: formatAmount(pools.no, decimals),
        },
        sequence: row.sequence.toString(),
      },
    });
  }
}

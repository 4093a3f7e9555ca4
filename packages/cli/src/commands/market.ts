import type { Market } from '@tote/sdk';
import { defineCommand, MARKET } from '../command.ts';
import { findMarket } from '../find-market.ts';
import { DECIDERS, facts, money, percent, rule, time, warnings } from '../format.ts';
import { paint, renderTable, type Text } from '../terminal/text.ts';

export const command = defineCommand({
  about: 'Shows a market: what decides it, its pools and odds, its dates, its outcome.',
  takes: [MARKET],
  examples: ['market market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q'],
  async run({ places: [id], session }) {
    const market = await session.tote.getMarket({ marketId: await findMarket(session.tote, id) });
    session.show(market, () => describe(market));
  },
});

function describe(market: Market): Text[][] {
  const { currency, outcomes, deadlines, payoutRatio } = market;
  const pools = outcomes.map(({ name, odds, totalStake }): Text[] => [
    name,
    percent(odds),
    money(totalStake, currency),
    ...(payoutRatio ? [`pays ${payoutRatio[name]}`] : []),
  ]);
  return [
    [paint('bold', market.question)],
    ...rule(market.details),
    [''],
    ...renderTable(['Outcome', 'Odds', 'Stake', ...(payoutRatio ? ['Ratio'] : [])], pools),
    [''],
    ...facts([
      ['Market', market.id],
      ['State', stateOf(market)],
      ['Betting closes', time(deadlines.bettingClosesAt)],
      ['Expires', time(deadlines.expireAt)],
      ['Decided by', DECIDERS[market.decidedBy]],
      ['Resolved by', time(deadlines.resolvesBy)],
      ['Refunded after', `${time(deadlines.refundAt)}, if there is no outcome`],
      ['Bets', String(market.betCount)],
      ['Minimum stake', money(market.minimumStake, currency)],
      ['Fees', `${percent(market.feePercentage.burn)} burned, ${developerShare(market)} developer`],
      ['Now', progressOf(market)],
    ]),
    ...warnings([
      ...(market.mismatch
        ? [`The rule on chain differs from the text: ${market.mismatchReason}`]
        : []),
      ...(market.custom ? ['Only its creator stands behind its rule.'] : []),
      ...market.warnings,
    ]),
  ];
}

const developerShare = ({ feePercentage }: Market) => percent(feePercentage.developer);

function progressOf({ conditionProgress: progress }: Market): string | undefined {
  if (!progress) return;
  return `${progress.currentCount} of ${progress.target} ${progress.unit}`;
}

function stateOf(market: Market): Text {
  const { winningOutcome, refundReason, proposedOutcome, vetoEndsAt, resolution } = market;
  if (market.refunded) return paint('yellow', `refunded (${refundReason})`);
  if (winningOutcome) {
    return paint('green', `${winningOutcome} won${market.settled ? ', all paid' : ''}`);
  }
  if (market.closedReason) return paint('yellow', 'closed, being refunded: its oracle is disabled');
  if (proposedOutcome && vetoEndsAt)
    return `${proposedOutcome}, unless vetoed by ${time(vetoEndsAt)}`;
  if (market.bettingOpen) return paint('green', 'open');
  return resolution ? `closed, waiting for ${resolution.waitingFor}` : 'closed';
}

// What became of a submission, as the API tells it.

import type { MarketId } from '@tote/chain/ids';
import { ownBetId } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { amount, DomainError, type Pools, unixSeconds, ZERO } from '@tote/domain';
import { type EventOf, findEvents, findReturnedEvent } from '@tote/program-client';
import type { BetRecord } from '../../use-cases/use-cases.ts';
import { readIntent } from './intent.ts';
import { type Submission, type SubmitContext, walletOf } from './submit.ts';

/** Null when the transaction carries no bet. */
export async function findBetRecord(
  context: SubmitContext,
  submission: Submission,
): Promise<BetRecord | null> {
  const { signature, prepared, decision } = submission;
  const { bet } = readIntent(prepared.intent);
  const { marketId } = prepared;
  if (!bet || marketId === null) return null;
  const { outcome, currency } = bet;
  const shared = {
    betId: ownBetId(signature, bet.instruction, 0),
    marketId: marketId as MarketId,
    wallet: walletOf(submission),
    outcome,
    amount: bet.amount,
    currency,
    transactionId: signature,
  };
  if (decision.kind === 'landed') {
    const { landed } = decision;
    const pools = poolsAfter(context, landed);
    return { ...shared, state: 'confirmed', pools, placedAt: unixSeconds(landed.blockTime) };
  }
  const pools = (await context.findMarket(marketId))?.pools ?? { yes: ZERO, no: ZERO };
  const placedAt = context.chain.clock.now();
  if (decision.kind === 'pending') return { ...shared, state: 'pending', pools, placedAt };
  return { ...shared, state: 'failed', pools, placedAt, error: decision.error };
}

/** From the event, or from what the last instruction returned where logs were cut off. */
function poolsAfter({ chain }: SubmitContext, { logs, returned }: LandedTransaction): Pools {
  const { programAddress } = chain;
  const events = [...findEvents(logs, programAddress), findReturnedEvent(returned, programAddress)];
  const isPlaced = (event: (typeof events)[number]): event is EventOf<'BetsPlaced'> =>
    event?.name === 'BetsPlaced';
  const bet = events.find(isPlaced)?.bets[0];
  if (!bet) throw new DomainError('chain_unavailable');
  return { yes: amount(bet.poolYes), no: amount(bet.poolNo) };
}

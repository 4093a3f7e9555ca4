import type { Address } from '@solana/kit';
import { addStake, DomainError, parseOutcome, requireOpen } from '@tote/domain';
import type { CommandContext } from '../submissions/context.ts';
import { Draft } from '../submissions/prepare/draft.ts';
import { finishDraft } from '../submissions/prepare/finish-draft.ts';
import type { PreparedTransaction, PrepareOptions } from '../submissions/prepare/prepared.ts';
import { refuseCertain, refuseMismatch } from '../submissions/refuse-decided.ts';
import { requireOperator } from '../submissions/require-keys.ts';
import { readAmount } from './check-bet.ts';
import { addBet } from './draft-bet.ts';
import type { PlaceBetInput } from './place-bet-input.ts';

/** Prepares one transaction that deposits and bets. Either both happen or neither. */
export async function prepareBet(
  context: CommandContext,
  wallet: Address,
  input: PlaceBetInput,
  options: PrepareOptions = {},
): Promise<PreparedTransaction> {
  const market = await context.findMarket(input.marketId);
  if (!market) throw new DomainError('market_not_found', { marketId: input.marketId });
  const outcome = parseOutcome(input.outcome);
  const { currency, minimumStake, isGated } = market;
  if (input.currency !== undefined && input.currency !== currency) {
    const params = { marketCurrency: currency, currency: input.currency };
    throw new DomainError('currency_mismatch', params);
  }
  const amount = readAmount(input.amount, context.config.decimals[currency]);
  addStake(market.pools, outcome, amount);
  refuseMismatch(market);
  requireOpen(market, context.chain.clock.now());
  if (isGated) requireOperator(context.config);
  await refuseCertain(context, market);
  const draft = await Draft.start(context, wallet, { ...options, needsOperator: isGated });
  const bet = await addBet(context, draft, {
    market: market.address,
    currency,
    outcome,
    amount,
    minimumStake,
    isGated,
    factAccount: market.takesFactAccount ? market.subject : undefined,
  });
  const intent = { summary: draft.summary, bet };
  return finishDraft(context, draft, { kind: 'bet', marketId: market.id, intent });
}

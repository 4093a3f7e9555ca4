import type { Address } from '@solana/kit';
import { addStake, DomainError, parseOutcome } from '@tote/domain';
import type { PlaceBetInput, PreparedTransaction } from '../use-cases.ts';
import { takesFactAccount } from './bet-groups-template.ts';
import { checkOpen, readAmount, refuseMismatch } from './place-bet-checks.ts';
import { addBet } from './prepared-bet.ts';
import type { PrepareBetContext } from './prepared-context.ts';
import { Draft } from './prepared-draft.ts';
import { finishDraft } from './prepared-transaction.ts';
import { refuseCertain } from './refuse-certain.ts';
import { requireOperator } from './require-keys.ts';

/** Deposit and bet in one transaction that the wallet signs; it lands whole or not at all. */
export async function prepareBet(
  context: PrepareBetContext,
  wallet: Address,
  input: PlaceBetInput,
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
  checkOpen(market, context.chain.clock.now());
  if (isGated) requireOperator(context.config);
  await refuseCertain(context, market);
  const draft = await Draft.start(context, wallet);
  const bet = await addBet(context, draft, {
    market: market.address,
    currency,
    outcome,
    amount,
    minimumStake,
    isGated,
    factAccount: takesFactAccount(market) ? market.subject : undefined,
  });
  const intent = { summary: draft.summary, bet };
  return finishDraft(context, draft, { kind: 'bet', marketId: market.id, intent });
}

import type { Address } from '@solana/kit';
import { DomainError, formatInstant, phaseAt } from '@tote/domain';
import { getVetoMarketInstruction, NO_ADDRESS } from '@tote/program-client';
import type { CommandContext } from '../submissions/context.ts';
import {
  Draft,
  type PreparedTransaction,
  type PrepareOptions,
} from '../submissions/prepare/draft.ts';
import { finishDraft } from '../submissions/prepare/finish-draft.ts';

const UNITS = 5_000;

export async function prepareVeto(
  context: CommandContext,
  wallet: Address,
  marketId: string,
  options: PrepareOptions = {},
): Promise<PreparedTransaction> {
  const { chain } = context;
  const market = await context.findMarket(marketId);
  if (!market) throw new DomainError('market_not_found', { marketId });
  const { guardian } = await chain.accounts.getConfig();
  if (wallet !== guardian) {
    const named = guardian === NO_ADDRESS ? 'nobody' : guardian;
    throw new DomainError('guardian_required', { guardian: named });
  }
  const { end } = market;
  if (!end) throw new DomainError('outcome_missing');
  if (end.outcome === null) throw new DomainError('market_vetoed');
  if (phaseAt(market, chain.clock.now()).state !== 'proposed') {
    throw new DomainError('veto_time_over', { vetoEndsAt: formatInstant(end.vetoEndsAt) });
  }
  const draft = await Draft.start(context, wallet, options);
  const accounts = { config: chain.addresses.config, market: market.address };
  const veto = { authority: draft.walletSigner, ...accounts };
  draft.add(getVetoMarketInstruction(veto, chain), UNITS, 0);
  draft.summary.push(`Vetoes the outcome ${end.outcome}: all stakes are refunded.`);
  const intent = { summary: draft.summary, bets: [] };
  return finishDraft(context, draft, { kind: 'veto', marketId: market.id, intent });
}

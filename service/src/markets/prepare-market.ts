import type { Address } from '@solana/kit';
import { amount } from '@tote/domain';
import { readAmount } from '../bets/check-bet.ts';
import { addBets } from '../bets/prepare-bet.ts';
import { Draft, type PrepareOptions } from '../submissions/prepare/draft.ts';
import { finishDraft } from '../submissions/prepare/finish-draft.ts';
import { admitRent, checkRent } from '../submissions/relayer-payments.ts';
import { requireOperator } from '../submissions/relayers.ts';
import type { Intent } from '../submissions/wallet/intent.ts';
import type { CreateMarketInput, MarketContext, PreparedMarket } from './context.ts';
import { draftTerms, type MarketDraft, toCreateInstruction } from './draft.ts';
import { marketBytes } from './submission/journal.ts';

const CREATE_UNITS = 60_000;

export async function prepareMarket(
  context: MarketContext,
  wallet: Address,
  input: CreateMarketInput,
  options: PrepareOptions = {},
): Promise<PreparedMarket> {
  const terms = await draftTerms(context, wallet, input);
  const { view } = terms;
  if (!view.isCustom) requireOperator(context.config);
  const decimals = context.config.decimals[view.currency];
  const stakes = (input.initialStakes ?? []).map(({ outcome, amount: sent }) => {
    return { outcome, amount: readAmount(sent, decimals, view.minimumStake) };
  });
  const needsOperator = !view.isCustom || (stakes.length > 0 && view.isGated);
  const draft = await Draft.start(context, wallet, { ...options, needsOperator });
  const signers = {
    payer: draft.paysRent ? draft.relayerSigner : draft.walletSigner,
    authority: draft.walletSigner,
    // A custom market needs only its creator's signature, not the operator's.
    ...(!view.isCustom && { operator: draft.relayerSigner }),
  };
  draft.add(toCreateInstruction(context, terms, signers), CREATE_UNITS, 1);
  draft.summary.push(`Creates the market "${view.question}".`);
  const rent = await payMarketRent(context, draft, terms);
  const bets = stakes.length > 0 ? await addBets(context, draft, view, stakes) : [];
  const { condition, expiresAt } = view;
  const gate = bets.length > 0 && view.isGated ? { condition, expiresAt } : undefined;
  const { warnings, baseline } = terms.compiled;
  const intent = { summary: draft.summary, bets, gate, warnings, baseline, rent };
  const purpose = { kind: 'create-market', marketId: view.id, intent } as const;
  return { ...(await finishDraft(context, draft, purpose)), marketId: view.id, warnings };
}

async function payMarketRent(
  context: MarketContext,
  draft: Draft,
  { view, compiled }: Pick<MarketDraft, 'view' | 'compiled'>,
): Promise<Intent['rent']> {
  const bytes = marketBytes(compiled);
  const lamports = await draft.funds.rentFor(bytes);
  const { id: marketId, creator, expiresAt } = view;
  if (draft.paysRent) {
    const rent = await admitRent(context, { creator, marketId, lamports, expiresAt });
    await checkRent(context.store.db, context.limits, rent);
    return { lamports, expiresAt };
  }
  await draft.funds.payRent(bytes);
  const money = draft.funds.money(amount(lamports), 'SOL');
  draft.summary.push(`Pays ${money} of rent, which is returned when the market is closed.`);
  return undefined;
}

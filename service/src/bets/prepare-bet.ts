import { type Address, createNoopSigner } from '@solana/kit';
import { placeBetsUnits, SLOTS_MAX } from '@tote/chain/compute-units';
import {
  addStake,
  addStakes,
  amount,
  currencyToCode,
  DomainError,
  EMPTY_POOLS,
  formatTenThousandths,
  outcomeToCode,
  parseOutcome,
  requireOpen,
  type Stake,
  tenThousandths,
  totalVolume,
  type UnixSeconds,
} from '@tote/domain';
import { getPlaceBetsInstruction, type Outcome as ProgramOutcome } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import { refuseBets, refuseCertain } from '../submissions/check-gate.ts';
import type { CommandContext } from '../submissions/context.ts';
import { addDelegate } from '../submissions/prepare/add-delegate.ts';
import {
  Draft,
  type PreparedTransaction,
  type PrepareOptions,
} from '../submissions/prepare/draft.ts';
import { finishDraft } from '../submissions/prepare/finish-draft.ts';
import { requireOperator } from '../submissions/relayers.ts';
import type { IntendedBet } from '../submissions/wallet/intent.ts';
import {
  type AllowanceText,
  type PlaceBetInput,
  readAllowance,
  readAmount,
  refuseLowRatio,
  requireCurrency,
  stakeBelowMinimum,
} from './check-bet.ts';

interface BetToSign extends PlaceBetInput {
  /** What the service may stake for the wallet afterwards. */
  readonly allowance?: AllowanceText & { readonly expiresAt?: UnixSeconds };
}

/** One transaction, which the wallet signs once, from a wallet without an account to its bet. */
export async function prepareBet(
  context: CommandContext,
  wallet: Address,
  { allowance, ...input }: BetToSign,
  options: PrepareOptions = {},
): Promise<PreparedTransaction> {
  const market = await context.findMarket(input.marketId);
  if (!market) throw new DomainError('market_not_found', { marketId: input.marketId });
  const outcome = parseOutcome(input.outcome);
  const { currency, minimumStake, isGated } = market;
  requireCurrency(market, input);
  const amount = readAmount(input.amount, context.config.decimals[currency], minimumStake);
  addStake(market.pools, outcome, amount);
  refuseBets(market);
  requireOpen(market, context.chain.clock.now());
  if (isGated) requireOperator(context.config);
  await refuseCertain(context, market);
  if (isGated) await context.checkStakes(market, addStake(EMPTY_POOLS, outcome, amount));
  const minRatioBps = input.minPayoutRatio ?? 0;
  await refuseLowRatio(context, market, { outcome, amount, minRatioBps });
  const draft = await Draft.start(context, wallet, { ...options, needsOperator: isGated });
  const bets = await addBets(context, draft, market, [{ outcome, amount, minRatioBps }]);
  if (allowance) {
    const { expiresAt, ...texts } = allowance;
    const allowed = readAllowance(texts, context.config.decimals);
    addDelegate(context, draft, { expiresAt, allowance: allowed, isStated: true });
  }
  const intent = { summary: draft.summary, bets, delegate: draft.delegate };
  return finishDraft(context, draft, { kind: 'bet', marketId: market.id, intent });
}

/** All in one instruction, so that they are placed together or not at all. */
export async function addBets(
  { chain, config, relayers }: CommandContext,
  draft: Draft,
  market: MarketView,
  stakes: readonly (Stake & { readonly minRatioBps?: number })[],
): Promise<IntendedBet[]> {
  const { currency, minimumStake, isGated } = market;
  const total = totalVolume(addStakes(EMPTY_POOLS, stakes));
  if (stakes.some((stake) => stake.amount < minimumStake)) {
    throw stakeBelowMinimum(market, config.decimals[currency]);
  }
  if (!draft.isOpen) await draft.open();
  const slot = draft.findSlot(market.address);
  const lacking = total - draft.funds.available(currency);
  if (lacking > 0n) draft.deposit(currency, amount(lacking));
  draft.funds.take(currency, total);
  const instruction = draft.executed;
  const operator = createNoopSigner(relayers.operator.address);
  draft.add(
    getPlaceBetsInstruction(
      {
        authority: draft.walletSigner,
        market: market.address,
        currency: currencyToCode(currency),
        bets: stakes.map((stake) => ({
          bettor: draft.bettor,
          outcome: outcomeToCode(stake.outcome) as ProgramOutcome,
          amount: stake.amount,
          minRatioBps: stake.minRatioBps ?? 0,
          slot,
        })),
        isStrict: true,
        config: chain.addresses.config,
        operator: isGated ? operator : undefined,
        // The program checks it, for a triggered state fact.
        factAccount: !isGated && market.takesFactAccount ? market.subject : undefined,
      },
      chain,
    ),
    // The Bettor may have grown by the time the transaction is signed.
    placeBetsUnits(stakes.map(() => SLOTS_MAX)),
    0,
  );
  return stakes.map(({ outcome, amount, minRatioBps = 0 }) => {
    const stake = `Stakes ${draft.funds.money(amount, currency)} on ${outcome}`;
    const ratio = formatTenThousandths(tenThousandths(BigInt(minRatioBps)));
    const least = minRatioBps ? `, at a payout ratio of at least ${ratio}` : '';
    draft.summary.push(`${stake}${least}.`);
    return { outcome, amount, minRatioBps, currency, instruction };
  });
}

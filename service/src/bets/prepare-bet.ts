import { type Address, createNoopSigner } from '@solana/kit';
import { placeBetsUnits, SLOTS_MAX } from '@tote/chain/compute-units';
import {
  type Amount,
  addStake,
  amount,
  type Currency,
  currencyToCode,
  DomainError,
  formatMoney,
  formatTenThousandths,
  outcomeToCode,
  parseOutcome,
  requireOpen,
  type Stake,
  tenThousandths,
  type UnixSeconds,
} from '@tote/domain';
import { getPlaceBetsInstruction, type Outcome as ProgramOutcome } from '@tote/program-client';
import { refuseCertain, refuseMismatch } from '../submissions/check-gate.ts';
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
  if (input.currency !== undefined && input.currency !== currency) {
    const params = { marketCurrency: currency, currency: input.currency };
    throw new DomainError('currency_mismatch', params);
  }
  const amount = readAmount(input.amount, context.config.decimals[currency], minimumStake);
  addStake(market.pools, outcome, amount);
  refuseMismatch(market);
  requireOpen(market, context.chain.clock.now());
  if (isGated) requireOperator(context.config);
  await refuseCertain(context, market);
  const minRatioBps = input.minPayoutRatio ?? 0;
  await refuseLowRatio(context, market, { outcome, amount, minRatioBps });
  const draft = await Draft.start(context, wallet, { ...options, needsOperator: isGated });
  const bet = await addBet(context, draft, {
    market: market.address,
    currency,
    outcome,
    amount,
    minRatioBps,
    minimumStake,
    isGated,
    factAccount: market.takesFactAccount ? market.subject : undefined,
  });
  if (allowance) {
    const { expiresAt, ...texts } = allowance;
    const allowed = readAllowance(texts, context.config.decimals);
    addDelegate(context, draft, { expiresAt, allowance: allowed, isStated: true });
  }
  const intent = { summary: draft.summary, bet, delegate: draft.delegate };
  return finishDraft(context, draft, { kind: 'bet', marketId: market.id, intent });
}

interface BetToPrepare extends Stake {
  readonly minRatioBps?: number;
  readonly market: Address;
  readonly currency: Currency;
  readonly minimumStake: Amount;
  readonly isGated: boolean;
  /** The account that the program checks, for a triggered state fact. */
  readonly factAccount?: Address;
}

export async function addBet(
  context: CommandContext,
  draft: Draft,
  bet: BetToPrepare,
): Promise<IntendedBet> {
  const { chain, config, relayers } = context;
  const { market, currency, outcome, minRatioBps = 0, isGated, factAccount } = bet;
  if (bet.amount < bet.minimumStake) {
    const minimum = formatMoney(bet.minimumStake, currency, config.decimals[currency]);
    throw new DomainError('stake_below_minimum', { minimum });
  }
  if (!draft.isOpen) await draft.open();
  const slot = draft.findSlot(market);
  const lacking = bet.amount - draft.funds.available(currency);
  if (lacking > 0n) draft.deposit(currency, amount(lacking));
  draft.funds.take(currency, bet.amount);
  const instruction = draft.executed;
  const operator = createNoopSigner(relayers.operator.address);
  draft.add(
    getPlaceBetsInstruction(
      {
        authority: draft.walletSigner,
        market,
        currency: currencyToCode(currency),
        bets: [
          {
            bettor: draft.bettor,
            outcome: outcomeToCode(outcome) as ProgramOutcome,
            amount: bet.amount,
            minRatioBps,
            slot,
          },
        ],
        isStrict: true,
        config: chain.addresses.config,
        operator: isGated ? operator : undefined,
        factAccount: isGated ? undefined : factAccount,
      },
      draft.options,
    ),
    // The Bettor may have grown by the time the transaction is signed.
    placeBetsUnits([SLOTS_MAX]),
    0,
  );
  const stake = `Stakes ${draft.funds.money(bet.amount, currency)} on ${outcome}`;
  const ratio = formatTenThousandths(tenThousandths(BigInt(minRatioBps)));
  draft.summary.push(
    minRatioBps ? `${stake}, at a payout ratio of at least ${ratio}.` : `${stake}.`,
  );
  return { outcome, amount: bet.amount, minRatioBps, currency, instruction };
}

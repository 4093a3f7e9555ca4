// Checks a bet before it is signed. Stores nothing.
import type { Address } from '@solana/kit';
import {
  type Amount,
  type Currency,
  currencyToCode,
  DomainError,
  formatInstant,
  formatMoney,
  nearestUnixSeconds,
  type Pools,
  parseAmount,
  parseJsonNumberText,
  parseOutcome,
  perCurrency,
  poolsOf,
  ratioTooLow,
  ratioWithStakeFloor,
  requireRoom,
  type Stake,
  ZERO,
} from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import { refuseBets } from '../submissions/check-gate.ts';
import type { CommandContext } from '../submissions/context.ts';
import { betCall } from '../submissions/records.ts';
import type { GuardedStake, KnownBettor } from './bet.ts';
import type { BetContext } from './bettor-cache.ts';

export function readAmount(sent: AmountText, decimals: number, least?: bigint): Amount {
  const parse = sent.isJsonNumber ? parseJsonNumberText : parseAmount;
  return parse(sent.text, decimals, least);
}

export type AllowanceText = Partial<Readonly<Record<Currency, AmountText>>>;

/** A currency that is left out gets none. */
export const readAllowance = (
  allowance: AllowanceText,
  decimals: Readonly<Record<Currency, number>>,
): Record<Currency, Amount> =>
  perCurrency((currency) => {
    const text = allowance[currency];
    return text ? readAmount(text, decimals[currency]) : ZERO;
  });

export function checkBet(market: MarketView, input: PlaceBetInput, decimals: number): GuardedStake {
  requireCurrency(market, input);
  const outcome = parseOutcome(input.outcome);
  const amount = readAmount(input.amount, decimals, market.minimumStake);
  if (amount < market.minimumStake) throw stakeBelowMinimum(market, decimals);
  requireRoom(market.pools, amount);
  refuseBets(market);
  if (market.isCustom) throw new DomainError('market_custom');
  return { outcome, amount, minRatioBps: input.minPayoutRatio ?? 0 };
}

export function requireCurrency(
  { currency: marketCurrency }: MarketView,
  { currency = marketCurrency }: PlaceBetInput,
): void {
  if (currency === marketCurrency) return;
  throw new DomainError('currency_mismatch', { marketCurrency, currency });
}

export function stakeBelowMinimum(
  { minimumStake, currency }: Pick<MarketView, 'minimumStake' | 'currency'>,
  decimals: number,
): DomainError {
  const minimum = formatMoney(minimumStake, currency, decimals);
  return new DomainError('stake_below_minimum', { minimum });
}

/**
 * Spares the fee of a bet that the program would refuse. Only a fresh read refuses; undefined if
 * none is needed.
 */
export function refuseLowRatio(
  { chain }: Pick<CommandContext, 'chain'>,
  { address, pools, feeRates }: Pick<MarketView, 'address' | 'pools' | 'feeRates'>,
  stake: GuardedStake,
): Promise<void> | undefined {
  const { minRatioBps } = stake;
  const ratioIn = (now: Pools) => ratioWithStakeFloor(now, stake, feeRates);
  if (minRatioBps === 0 || ratioIn(pools) >= minRatioBps) return undefined;
  return chain.accounts.findMarket(address).then((fresh) => {
    const [yes = pools.yes, no = pools.no] = fresh?.pools ?? [];
    const ratio = ratioIn(poolsOf(yes, no));
    if (ratio < minRatioBps) throw ratioTooLow(ratio, minRatioBps);
  });
}

interface BettorNeeds extends Pick<Stake, 'amount'> {
  readonly wallet: Address;
  readonly market: Pick<MarketView, 'id' | 'currency'>;
  /** What an error tells to use; default: what prepares a bet in this market. */
  readonly call?: string;
}

/** The cached Bettor of the wallet, if it can surely place this bet. */
export function findBettor(context: BetContext, needs: BettorNeeds): KnownBettor | undefined {
  const known = context.bettors.find(needs.wallet);
  return known && !findRefusal(context, needs, known) ? known : undefined;
}

/** Returns the Bettor of a wallet that can place this bet. Only a fresh read refuses. */
export async function checkBettor(context: BetContext, needs: BettorNeeds): Promise<KnownBettor> {
  const known = findBettor(context, needs);
  if (known) return known;
  const fresh = await context.bettors.read(needs.wallet);
  const { wallet, market, call = betCall(market.id) } = needs;
  if (!fresh) throw new DomainError('bettor_missing', { wallet, call });
  const refusal = findRefusal(context, needs, fresh);
  if (refusal) throw refusal;
  return fresh;
}

export function delegateError(
  { relayers, config }: BetContext,
  code: 'delegate_missing' | 'delegate_disabled',
  call: string,
): DomainError {
  if (config.onChain().isOperatorDisabled) return new DomainError('operator_disabled');
  return new DomainError(code, { delegate: relayers.operator.address, call });
}

function findRefusal(
  context: BetContext,
  { market, amount, call = betCall(market.id) }: BettorNeeds,
  { delegate, delegateGeneration, delegateExpiresAt, available, allowance }: KnownBettor,
): DomainError | undefined {
  const { chain, relayers, config } = context;
  const { currency } = market;
  const index = currencyToCode(currency);
  const isOurs = relayers.find(delegate) !== undefined;
  const isDisabled = delegateGeneration < config.onChain().operatorDisabledBelow;
  const isExpired = BigInt(chain.clock.now()) >= delegateExpiresAt;
  const isAvailable = available[index] >= amount;
  if (!isOurs) return delegateError(context, 'delegate_missing', call);
  if (isDisabled) return delegateError(context, 'delegate_disabled', call);
  if (isExpired) {
    const expiredAt = formatInstant(nearestUnixSeconds(delegateExpiresAt));
    return new DomainError('delegate_expired', { expiredAt, call });
  }
  if (isAvailable && allowance[index] >= amount) return undefined;
  const decimals = config.decimals[currency];
  const least = (isAvailable ? allowance : available)[index] as Amount;
  const params = {
    available: formatMoney(least, currency, decimals),
    required: formatMoney(amount, currency, decimals),
    call,
  };
  return new DomainError(isAvailable ? 'allowance_insufficient' : 'funds_insufficient', params);
}

export interface AmountText {
  readonly text: string;
  /** A JSON number may have an exponent, a string may not. */
  readonly isJsonNumber: boolean;
}

export interface PlaceBetInput {
  readonly marketId: string;
  readonly outcome: string;
  readonly amount: AmountText;
  readonly currency?: Currency;
  /** In basis points. */
  readonly minPayoutRatio?: number;
}

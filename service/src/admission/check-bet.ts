// Checks a bet before it is signed. Stores nothing.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import {
  type Amount,
  addStake,
  currencyToCode,
  DomainError,
  formatInstant,
  formatMoney,
  type Outcome,
  parseAmount,
  parseJsonNumberText,
  parseOutcome,
  type Stake,
  unixSeconds,
} from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import type { AmountText, PlaceBetInput, ServiceConfig } from '../use-cases/use-cases.ts';
import type { BettorCache, KnownBettor } from './bettor-cache.ts';

export function readAmount({ text, isJsonNumber }: AmountText, decimals: number): Amount {
  return isJsonNumber ? parseJsonNumberText(text, decimals) : parseAmount(text, decimals);
}

/** Checks the request against the market. */
export function checkBet(
  market: MarketView,
  input: PlaceBetInput,
  decimals: number,
): { outcome: Outcome; amount: Amount } {
  const { currency: marketCurrency } = market;
  if (input.currency !== undefined && input.currency !== marketCurrency) {
    throw new DomainError('currency_mismatch', { marketCurrency, currency: input.currency });
  }
  const outcome = parseOutcome(input.outcome);
  const amount = readAmount(input.amount, decimals);
  if (amount < market.minimumStake) {
    const minimum = formatMoney(market.minimumStake, marketCurrency, decimals);
    throw new DomainError('stake_below_minimum', { minimum });
  }
  addStake(market.pools, outcome, amount);
  refuseMismatch(market);
  if (market.isCustom) throw new DomainError('market_custom');
  return { outcome, amount };
}

/** Refuses a market whose text does not match what decides it, for any signer. */
export function refuseMismatch({ mismatch }: Pick<MarketView, 'mismatch'>): void {
  if (mismatch !== null) throw new DomainError('market_mismatch');
}

interface BettorContext {
  readonly chain: Pick<Chain, 'clock'>;
  readonly bettors: BettorCache;
  /** The delegate. */
  readonly relayer: Pick<Key, 'address'>;
  readonly config: Pick<ServiceConfig, 'decimals'>;
}

interface BettorNeeds extends Pick<Stake, 'amount'> {
  readonly wallet: Address;
  readonly market: Pick<MarketView, 'currency'>;
}

/** Returns the Bettor of a wallet that can place this bet. Only a fresh read refuses. */
export async function checkBettor(
  context: BettorContext,
  needs: BettorNeeds,
): Promise<KnownBettor> {
  const known = context.bettors.find(needs.wallet);
  if (known && !findRefusal(context, needs, known)) return known;
  const fresh = await context.bettors.read(needs.wallet);
  if (!fresh) throw new DomainError('bettor_missing', { wallet: needs.wallet });
  const refusal = findRefusal(context, needs, fresh);
  if (refusal) throw refusal;
  return fresh;
}

function findRefusal(
  { chain, relayer, config }: BettorContext,
  { market, amount }: BettorNeeds,
  bettor: KnownBettor,
): DomainError | undefined {
  if (bettor.delegate !== relayer.address) {
    return new DomainError('delegate_missing', { delegate: relayer.address });
  }
  const { delegateExpiresAt } = bettor;
  if (BigInt(chain.clock.now()) >= delegateExpiresAt) {
    const expiredAt = formatInstant(unixSeconds(delegateExpiresAt));
    return new DomainError('delegate_expired', { expiredAt });
  }
  const { currency } = market;
  const index = currencyToCode(currency);
  const money = (units: bigint) =>
    formatMoney(units as Amount, currency, config.decimals[currency]);
  if (bettor.available[index] < amount) {
    const params = { available: money(bettor.available[index]), required: money(amount) };
    return new DomainError('funds_insufficient', params);
  }
  if (bettor.allowance[index] < amount) {
    const params = { available: money(bettor.allowance[index]), required: money(amount) };
    return new DomainError('allowance_insufficient', params);
  }
  return undefined;
}

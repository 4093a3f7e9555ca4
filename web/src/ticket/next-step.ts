// The next step of the ticket's button, which is always possible.
import type { Outcome } from '@tote/domain';
import { type Account, type Allowance, type Config, type Market, toBaseUnits } from '@tote/sdk';
import { exactly } from '../format/amounts.ts';
import { PLAY_SOL } from '../wallet/play-key.ts';
import type { ReadAmount } from './read-amount.ts';
import type { SignedBy } from './use-bet.ts';

export interface TicketFacts {
  readonly market: Market;
  readonly config: Config;
  readonly account: Account | undefined;
  readonly isConnected: boolean;
  readonly isPlaying: boolean;
  readonly outcome: Outcome | undefined;
  readonly stake: ReadAmount | undefined;
  /** The visitor's choice, if the service is not allowed to bet for them yet. */
  readonly by: SignedBy;
  readonly allowance: ReadAmount | undefined;
  readonly now: number;
}

type Step =
  | { readonly kind: 'connect' | 'faucet'; readonly label: string }
  | BetStep
  | { readonly kind: 'wait'; readonly label: string };

interface BetStep {
  readonly kind: 'bet';
  readonly label: string;
  /** The wallet: its transaction also opens the account and deposits what is missing. */
  readonly by: SignedBy;
  /** The transaction also lets the service place the next bets. */
  readonly allows: boolean;
}

function isOurs({ config, account, now }: TicketFacts): boolean {
  const { address, expiresAt = '' } = account?.delegate ?? {};
  return config.delegates.includes(address ?? '') && Date.parse(expiresAt) > now;
}

/** Why only the wallet can sign bets in this market; undefined if the service can too. */
export function whyOwnSignature({ market, config, now }: TicketFacts): string | undefined {
  if (market.custom) return 'This market takes only bets that you sign yourself.';
  const endsTooLate = Date.parse(market.expireAt) - now > config.horizonSeconds * 1_000;
  return endsTooLate ? 'This market ends so late that you must sign each bet yourself.' : undefined;
}

export function isAllowed(facts: TicketFacts): boolean {
  const { market, config, account, stake } = facts;
  const { currency } = market;
  if (whyOwnSignature(facts) || !account?.delegate || !isOurs(facts)) return false;
  const left = toBaseUnits(account.delegate.allowance[currency], config.decimals[currency]);
  return left >= (stake?.units ?? 1n);
}

export function findLacking({ market, config, account, stake }: TicketFacts): bigint {
  const { currency } = market;
  const balance = account ? toBaseUnits(account.balances[currency], config.decimals[currency]) : 0n;
  return (stake?.units ?? 0n) - balance;
}

export function findStep(facts: TicketFacts): Step {
  const { market, account, isConnected, isPlaying, outcome, stake } = facts;
  if (!isConnected) return { kind: 'connect', label: 'Connect a wallet' };
  if (!account) return { kind: 'wait', label: 'Reading your balance …' };
  if (!outcome) return { kind: 'wait', label: 'Choose Yes or No' };
  if (!stake) return { kind: 'wait', label: 'Enter an amount' };
  const { currency } = market;
  const mayBet = isAllowed(facts);
  const isLacking = findLacking(facts) > 0n;
  if (isLacking && isPlaying) return { kind: 'faucet', label: `Get ${PLAY_SOL} play SOL` };
  const allows = !mayBet && !whyOwnSignature(facts) && facts.by === 'service';
  if (allows && !facts.allowance) return { kind: 'wait', label: 'Enter a limit' };
  const by = mayBet && !isLacking ? 'service' : 'wallet';
  return {
    ...{ kind: 'bet', by, allows },
    label: `Bet ${exactly(stake.amount, currency)} ${currency} on ${outcome}`,
  };
}

/** A permission replaces the previous one, so the other currency's limit is kept. */
export function allowanceOf(facts: TicketFacts, until: number): Allowance {
  const { account, allowance, market } = facts;
  const kept = isOurs(facts) ? account?.delegate?.allowance : undefined;
  const amounts = { ...kept, [market.currency]: allowance?.amount };
  return { sol: amounts.SOL, utility: amounts.UTILITY, until: new Date(until) };
}

// The states of a market and its steps, by which the model of the program decides.
import {
  type Amount,
  addSeconds,
  addStake,
  type Currency,
  checkMarketTimes,
  DomainError,
  decideSettlement,
  EMPTY_POOLS,
  type FeeRates,
  formatInstant,
  formatMoney,
  isBeforeExpiry,
  isFinal,
  type MarketPhase,
  type MarketTimes,
  type Outcome,
  type PaidSettlement,
  type Pools,
  phaseAt,
  type RecordedEnd,
  type RecordedMarket,
  type RefundedSettlement,
  type Resolution,
  requireOpen,
  type UnixSeconds,
} from '../../src/index.ts';

type StepCode =
  | 'betting_still_open'
  | 'market_not_expired'
  | 'outcome_already_recorded'
  | 'refund_due'
  | 'refund_not_due'
  | 'veto_time_running';

/** The state does not allow this step. */
export class StepRefused extends Error {
  readonly code: StepCode;

  constructor(code: StepCode) {
    super(code);
    this.code = code;
  }
}

/** What a market promised when it was created. Later configuration changes nothing of it. */
export interface MarketTerms {
  readonly currency: Currency;
  readonly decimals: number;
  readonly feeRates: FeeRates;
  readonly minimumStake: Amount;
  readonly vetoSeconds: number;
  /** May end before its expiry, the moment its condition is met: as Yes, or as No if inverted. */
  readonly isTriggered: boolean;
  /** The condition's holding means No. */
  readonly isInverted?: boolean;
}

interface MarketCore {
  readonly times: MarketTimes;
  readonly terms: MarketTerms;
  readonly pools: Pools;
}

interface OpenMarket extends MarketCore {
  readonly state: 'open';
}

/** Betting is over, there is no outcome yet. */
interface ClosedMarket extends MarketCore {
  readonly state: 'closed';
}

/** The outcome is recorded and its veto time runs. */
interface ProposedMarket extends MarketCore {
  readonly state: 'proposed';
  readonly proposedOutcome: Outcome;
  readonly vetoEndsAt: UnixSeconds;
}

interface ResolvedMarket extends MarketCore {
  readonly state: 'resolved';
  readonly resolvedAt: UnixSeconds;
  readonly settlement: PaidSettlement;
}

/** All stakes are refunded, whether or not an outcome was verified. */
interface RefundedMarket extends MarketCore {
  readonly state: 'refunded';
  readonly resolvedAt: UnixSeconds;
  readonly settlement: RefundedSettlement;
}

type EndedMarket = ResolvedMarket | RefundedMarket;
export type Market = OpenMarket | ClosedMarket | ProposedMarket | EndedMarket;

export function isBettingOpen(market: Market, now: UnixSeconds): boolean {
  return market.state === 'open' && phaseOf(market, now).state === 'open';
}

export function openMarket(times: MarketTimes, terms: MarketTerms, now: UnixSeconds): OpenMarket {
  return { state: 'open', times: checkMarketTimes(times, now), terms, pools: EMPTY_POOLS };
}

export function placeBet(
  market: Market,
  bet: { readonly outcome: Outcome; readonly stake: Amount },
  now: UnixSeconds,
): OpenMarket {
  requireOpen(recordOf(market), now);
  // Betting does not reopen, even if a clock is set back.
  if (market.state !== 'open') {
    throw new DomainError('market_closed', { closedAt: formatInstant(market.times.closesAt) });
  }
  const { minimumStake, currency, decimals } = market.terms;
  if (bet.stake < minimumStake) {
    const minimum = formatMoney(minimumStake, currency, decimals);
    throw new DomainError('stake_below_minimum', { minimum });
  }
  return { ...market, pools: addStake(market.pools, bet.outcome, bet.stake) };
}

export function closeBetting(market: Market, now: UnixSeconds): ClosedMarket {
  const undecided = withoutOutcome(market);
  if (undecided.state === 'closed') return undecided;
  if (phaseOf(undecided, now).state === 'open') throw new StepRefused('betting_still_open');
  return { state: 'closed', ...core(undecided) };
}

/** Records the outcome, once. It is final at once unless the market has a veto time. */
export function resolve(
  market: Market,
  outcome: Outcome,
  now: UnixSeconds,
): ProposedMarket | EndedMarket {
  const { terms } = withoutOutcome(market);
  const phase = phaseOf(market, now);
  if (phase.state === 'refund_due') throw new StepRefused('refund_due');
  const isMet = outcome === (terms.isInverted ? 'No' : 'Yes');
  if (isBeforeExpiry(phase) && !(terms.isTriggered && isMet)) {
    throw new StepRefused('market_not_expired');
  }
  if (terms.vetoSeconds === 0) return end(market, { kind: 'outcome', outcome }, now);
  const vetoEndsAt = addSeconds(now, terms.vetoSeconds);
  return { state: 'proposed', ...core(market), proposedOutcome: outcome, vetoEndsAt };
}

/**
 * Turns a proposed outcome into a refund, in time: the guardian may, and anybody once the oracle is
 * disabled.
 */
export function veto(market: Market, now: UnixSeconds, isOracleDisabled = false): EndedMarket {
  const { vetoEndsAt } = withProposal(market);
  if (isFinal(phaseOf(market, now))) {
    throw new DomainError('veto_time_over', { vetoEndsAt: formatInstant(vetoEndsAt) });
  }
  const reason = isOracleDisabled ? 'oracle_disabled' : 'veto';
  return end(market, { kind: 'none', reason }, now);
}

/** The proposed outcome stands. The result dates from the end of the veto time, not from `now`. */
export function endVeto(market: Market, now: UnixSeconds): EndedMarket {
  const { proposedOutcome, vetoEndsAt } = withProposal(market);
  if (!isFinal(phaseOf(market, now))) throw new StepRefused('veto_time_running');
  return end(market, { kind: 'outcome', outcome: proposedOutcome }, vetoEndsAt);
}

/**
 * The deadline passed without an outcome, or the oracle was disabled. A recorded outcome, even if
 * it can be vetoed, counts.
 */
export function refund(market: Market, now: UnixSeconds, isOracleDisabled = false): EndedMarket {
  withoutOutcome(market);
  const isDue = isOracleDisabled || phaseOf(market, now).state === 'refund_due';
  if (!isDue) throw new StepRefused('refund_not_due');
  const reason = isOracleDisabled ? 'oracle_disabled' : 'deadline';
  return end(market, { kind: 'none', reason }, now);
}

/** Applies what time alone decides: bets stop, and an outcome that was not vetoed stands. */
export function advanceMarket(market: Market, now: UnixSeconds): Market {
  const phase = phaseOf(market, now);
  switch (market.state) {
    case 'open':
      return phase.state === 'open' ? market : closeBetting(market, now);
    case 'proposed':
      return isFinal(phase) ? endVeto(market, now) : market;
    case 'closed':
    case 'resolved':
    case 'refunded':
      return market;
  }
}

function phaseOf(market: Market, now: UnixSeconds): MarketPhase {
  return phaseAt(recordOf(market), now);
}

/** The fields that determine the phase, in the form of an account on chain. */
function recordOf(market: Market): RecordedMarket {
  return { ...market.times, end: endOf(market) };
}

function endOf(market: Market): RecordedEnd | null {
  switch (market.state) {
    case 'open':
    case 'closed':
      return null;
    case 'proposed': {
      const { vetoEndsAt, terms } = market;
      return {
        kind: 'resolved',
        resolvedAt: addSeconds(vetoEndsAt, -terms.vetoSeconds),
        vetoEndsAt,
      };
    }
    case 'resolved':
    case 'refunded':
      return { kind: market.state, resolvedAt: market.resolvedAt, vetoEndsAt: market.resolvedAt };
  }
}

function withoutOutcome(market: Market): OpenMarket | ClosedMarket {
  switch (market.state) {
    case 'open':
    case 'closed':
      return market;
    case 'proposed':
    case 'resolved':
    case 'refunded':
      throw new StepRefused('outcome_already_recorded');
  }
}

function withProposal(market: Market): ProposedMarket {
  switch (market.state) {
    case 'proposed':
      return market;
    case 'open':
    case 'closed':
      throw new DomainError('outcome_missing');
    case 'resolved':
    case 'refunded':
      throw new StepRefused('outcome_already_recorded');
  }
}

function end(market: Market, resolution: Resolution, resolvedAt: UnixSeconds): EndedMarket {
  const settlement = decideSettlement(market.pools, resolution, market.terms.feeRates);
  return settlement.kind === 'paid'
    ? { state: 'resolved', ...core(market), resolvedAt, settlement }
    : { state: 'refunded', ...core(market), resolvedAt, settlement };
}

/** The parts that every state has, so that no state inherits another one's data. */
function core({ times, terms, pools }: MarketCore): MarketCore {
  return { times, terms, pools };
}

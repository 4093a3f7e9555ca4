// Decides the result of each bet of a group, as rows to record. Writes nothing.
import type { Address } from '@solana/kit';
import { findBetsPlaced } from '@tote/chain/bets-placed';
import { chainUnavailable } from '@tote/chain/chain-unavailable';
import { aboutKeys } from '@tote/chain/config-errors';
import { expectedEvent, marketOf } from '@tote/chain/history/market-of';
import type { BetsPlacedChange, PlacedBet } from '@tote/chain/history/program-change';
import type { LandedTransaction, TransactionFailure } from '@tote/chain/landed';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { findProgramErrorName, isPayerOutOfFunds } from '@tote/chain/transaction-failure';
import {
  amount,
  currencyToCode,
  DomainError,
  type ErrorCode,
  formatInstant,
  formatMoney,
  nearestUnixSeconds,
  type Outcome,
  outcomeFromCode,
  outcomeToCode,
  type Pools,
  poolsOf,
  ratioTooLow,
  ratioWithStakeFloor,
} from '@tote/domain';
import {
  type BetResult,
  DONE,
  type ErrorName,
  type EventOf,
  findErrorName,
} from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import { type BetRecord, betCall, formatRecordedError } from '../submissions/records.ts';
import {
  type KnownBettor,
  listByMarket,
  type MarketBets,
  type StoredBet,
  type WantedBet,
} from './bet.ts';
import type { BetContext } from './bettor-cache.ts';
import { checkBettor, delegateError, stakeBelowMinimum } from './check-bet.ts';

const PLACED_MS = 30_000;
const PLACED_POLL_MS = 250;

interface DecidedMarket extends MarketBets {
  readonly event: EventOf<'BetsPlaced'>;
}

export async function decideLanded(
  context: BetContext,
  bets: readonly StoredBet[],
  landed: LandedTransaction,
): Promise<DecidedMarket[]> {
  const markets = listByMarket(bets);
  const addresses = markets.map(({ market }) => market.address);
  const events = findBetsPlaced(landed, context.chain.programAddress, addresses);
  return Promise.all(
    markets.map(async ({ market, bets: own }, index) => {
      const event = events[index];
      // Without the event the results are unknown; the caller reads the transaction again.
      if (event?.bets.length !== own.length) {
        throw chainUnavailable(new Error('the event is missing'));
      }
      const { blockTime: at } = landed;
      const decided: StoredBet[] = [];
      for (const [position, bet] of own.entries()) {
        const { verdict, poolYes, poolNo } = event.bets[position] as BetResult;
        const pools = poolsOf(poolYes, poolNo);
        if (verdict === DONE) decided.push(confirm(bet, pools, at));
        else decided.push(await refuse(context, bet, findErrorName(verdict), at, pools));
      }
      return { market, event, bets: decided };
    }),
  );
}

export async function decideFailed(
  context: BetContext,
  bets: readonly StoredBet[],
  failure: TransactionFailure,
  at: bigint,
): Promise<StoredBet[]> {
  if (isPayerOutOfFunds(failure)) {
    return bets.map((bet) => fail(bet, new DomainError('relayer_out_of_funds'), at));
  }
  const failed = findProgramErrorName(failure);
  const isOver = failed === 'MarketClosed' || failed === 'MarketNotOpen';
  // Our sample of the chain's clock may be a second behind, and reads after this answer use it.
  if (isOver) await context.chain.clock.refresh().catch(() => undefined);
  const now = context.chain.clock.now();
  const isPastCutoff = isOver && bets.every(({ market }) => now >= market.closesAt);
  // The projection may not have the outcome yet.
  const name = isPastCutoff ? 'MarketClosed' : failed;
  // What concerns a bettor is a verdict, so this is the market's account: it has been closed.
  const isMarketGone = name === 'WrongOwner' || name === 'WrongAccountType';
  if (isMarketGone) return bets.map((bet) => fail(bet, new DomainError('market_resolved'), at));
  return Promise.all(bets.map((bet) => refuse(context, bet, name, at)));
}

export function decideExpired(bets: readonly StoredBet[], error: DomainError, now: number) {
  return bets.map((bet) => fail(bet, error, BigInt(now)));
}

function confirm(bet: StoredBet, { yes, no }: Pools, at: bigint): StoredBet {
  const row = { ...bet.row, pool_yes: yes, pool_no: no };
  return { ...bet, row: { ...row, state: 'confirmed', decided_at: at } };
}

async function refuse(
  context: BetContext,
  bet: StoredBet,
  name: ErrorName | undefined,
  at: bigint,
  pools: Pools = bet.market.pools,
): Promise<StoredBet> {
  const wallet = bet.row.wallet as Address;
  // The cached account let this bet through, so it is outdated.
  context.bettors.forget(wallet);
  const placed = name === 'DuplicateBet' ? await findPlaced(context, bet) : undefined;
  if (placed) return placed;
  const isRenamed = name === 'WrongEpoch' || name === 'NotAuthorized';
  if (isRenamed && bet.wanted && !bet.wanted.isRetry) {
    return retryBet(context, bet, bet.wanted, at);
  }
  if (name === 'DelegateDisabled') await context.refreshConfig();
  const isAboutBettor = name !== undefined && ABOUT_BETTOR.has(name);
  const bettor = isAboutBettor ? await context.bettors.read(wallet).catch(() => null) : null;
  return fail(bet, toBetError(context, name, { ...bet, pools }, bettor), at);
}

/** If the id was used, an earlier transaction with this bet landed without a node showing it. */
async function findPlaced(context: BetContext, bet: StoredBet): Promise<StoredBet | undefined> {
  const { row } = bet;
  const find = () => context.findBet(row.bet_id);
  const isThere = (found: BetRecord | undefined) => found?.state === 'confirmed';
  const found = await pollUntil(find, isThere, { everyMs: PLACED_POLL_MS, withinMs: PLACED_MS });
  if (!found || !isThere(found)) return undefined;
  const isSame = found.marketId === row.market_id && found.amount === row.amount;
  if (!isSame || BigInt(outcomeToCode(found.outcome)) !== row.outcome) return undefined;
  const pools = { pool_yes: found.pools.yes, pool_no: found.pools.no };
  const decided = { state: 'confirmed', decided_at: BigInt(found.placedAt) };
  const signature = found.transactionId;
  return { ...bet, row: { ...row, ...pools, ...decided, signature }, wasPlaced: true };
}

/** The delegate was set again. If it is one of our keys, places the bet as that delegate. */
async function retryBet(context: BetContext, bet: StoredBet, wanted: WantedBet, at: bigint) {
  try {
    const bettor = await checkBettor(context, wanted);
    const request = wanted.request && { ...wanted.request, takesOver: bet.row.bet_id };
    const failed = fail(bet, new DomainError('delegate_epoch_wrong'), at);
    return { ...failed, retry: { ...wanted, bettor, request, isRetry: true } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return fail(bet, error, at);
  }
}

function fail(bet: StoredBet, error: DomainError, at: bigint): StoredBet {
  const row = { ...bet.row, state: 'failed', error: formatRecordedError(error), decided_at: at };
  return { ...bet, row };
}

export function listChanges(
  markets: readonly DecidedMarket[],
  { instructions }: LandedTransaction,
): BetsPlacedChange[] | undefined {
  const changes: BetsPlacedChange[] = [];
  for (const [instruction, source] of instructions.entries()) {
    if (source.accounts.length === 0) continue;
    const market = markets[changes.length];
    const isOurs = expectedEvent(source) === 'BetsPlaced';
    if (!market || !isOurs || marketOf(source) !== market.market.address) return undefined;
    const authority = source.accounts[0] as Address;
    const { event } = market;
    changes.push({ name: 'BetsPlaced', instruction, event, authority, bets: toPlaced(market) });
  }
  return changes.length === markets.length ? changes : undefined;
}

function toPlaced({ bets, event }: DecidedMarket): PlacedBet[] {
  return bets.map(({ row }, position) => {
    const { poolYes, poolNo, verdict } = event.bets[position] as BetResult;
    return {
      position,
      betId: row.bet_id,
      bettor: row.bettor as Address,
      outcome: Number(row.outcome),
      amount: row.amount,
      verdict,
      pools: poolsOf(poolYes, poolNo),
    };
  });
}

type RefusedBet = Pick<StoredBet, 'row' | 'minRatioBps'> & {
  readonly market: Pick<MarketView, 'currency' | 'closesAt' | 'minimumStake' | 'feeRates'>;
  /** When it was refused. */
  readonly pools: Pools;
};

/** Their messages contain values that need a fresh read of the account. */
const ABOUT_BETTOR: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'InsufficientFunds',
  'AllowanceExceeded',
  'DelegateExpired',
  'NoFreeSlot',
]);

export function toBetError(
  context: BetContext,
  name: ErrorName | undefined,
  bet: RefusedBet,
  bettor: KnownBettor | null,
): DomainError {
  const known = aboutBettor(context, name, bet, bettor) ?? aboutMarket(context, name, bet);
  if (known) return known;
  return new DomainError((name && (PLAIN_ERRORS[name] ?? aboutKeys(name))) ?? 'internal_error');
}

/** Their messages have nothing to fill in. */
const PLAIN_ERRORS: Partial<Record<ErrorName, ErrorCode>> = {
  WrongEpoch: 'delegate_epoch_wrong',
  DuplicateBet: 'bet_duplicate',
  IdTooOld: 'bet_id_too_old',
  IdTooFar: 'bet_id_too_far',
  MarketNotOpen: 'market_resolved',
  ConditionMet: 'condition_already_met',
  EndsTooLate: 'market_ends_too_late',
  CustomMarket: 'market_custom',
  MathOverflow: 'pool_overflow',
};

function aboutBettor(
  context: BetContext,
  name: ErrorName | undefined,
  { row, market: { currency } }: RefusedBet,
  bettor: KnownBettor | null,
): DomainError | undefined {
  const index = currencyToCode(currency);
  const decimals = context.config.decimals[currency];
  const money = (units: bigint) => formatMoney(amount(units), currency, decimals);
  const required = money(row.amount);
  const call = betCall(row.market_id);
  switch (name) {
    case 'InsufficientFunds':
      return new DomainError('funds_insufficient', {
        available: money(bettor?.available[index] ?? 0n),
        required,
        call,
      });
    case 'AllowanceExceeded':
      return new DomainError('allowance_insufficient', {
        available: money(bettor?.allowance[index] ?? 0n),
        required,
        call,
      });
    case 'DelegateExpired': {
      const expiredAt = nearestUnixSeconds(bettor?.delegateExpiresAt ?? 0n);
      return new DomainError('delegate_expired', { expiredAt: formatInstant(expiredAt), call });
    }
    case 'NoFreeSlot':
      return new DomainError('no_free_slot', { slots: bettor?.slotCount ?? 0 });
    case 'NotAuthorized':
      return delegateError(context, 'delegate_missing', call);
    case 'DelegateDisabled':
      return delegateError(context, 'delegate_disabled', call);
    case 'NotABettor':
    case 'WrongOwner':
    case 'WrongAccountType':
      return new DomainError('bettor_missing', { wallet: row.wallet, call });
    default:
      return undefined;
  }
}

function aboutMarket(
  { config }: BetContext,
  name: ErrorName | undefined,
  { row, minRatioBps, pools, market }: RefusedBet,
): DomainError | undefined {
  const { closesAt, feeRates } = market;
  switch (name) {
    case 'RatioTooLow': {
      const outcome = outcomeFromCode(Number(row.outcome)) as Outcome;
      const stake = { outcome, amount: amount(row.amount) };
      return ratioTooLow(ratioWithStakeFloor(pools, stake, feeRates), minRatioBps);
    }
    case 'ZeroAmount':
    case 'BelowMinimumStake':
      return stakeBelowMinimum(market, config.decimals[market.currency]);
    case 'MarketClosed':
      return new DomainError('market_closed', { closedAt: formatInstant(closesAt) });
    default:
      return undefined;
  }
}

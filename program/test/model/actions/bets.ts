import type { Address } from '@solana/kit';
import {
  addStake,
  amount,
  LIMITS,
  outcomeFromCode,
  type Pools,
  type Position,
  splitLosingPool,
  ZERO,
} from '@tote/domain';
import {
  type BetResult,
  type Currency,
  DONE,
  type ErrorName,
  errorNumber,
  getPlaceBetsInstruction,
  Outcome,
  type ProgramInstruction,
} from '@tote/program-client';
import { addresses } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { withBytes } from '../../support/tamper.ts';
import { debit, liveMarket } from '../coins.ts';
import { copyAccount } from '../copies.ts';
import { readState } from '../deciders.ts';
import type { BettorAccount, Market, Model, UsedBetIds } from '../model.ts';
import { findErrors, refuse, require, requireAll, type Transaction } from '../plan.ts';
import { isOperator } from './config.ts';
import { isOracleDisabled, phaseOf } from './decisions.ts';

export interface PlacedBet {
  /** The account that is passed as the bettor, whatever it is. */
  address: Address;
  /** Any byte. */
  outcome: number;
  amount: bigint;
  /** The hint. */
  slot: number;
  epoch: bigint;
  betId: number;
  minRatioBps: number;
}

export interface PlaceBetsArgs {
  kind: string;
  market: Market;
  authority: Key;
  bets: readonly PlacedBet[];
  isStrict: boolean;
  currency: Currency;
  /** Signs where the operator must. */
  operator: Key;
}

const HEAD_BYTES = 8;
const BET_BYTES = 24;
const OUTCOME_OFFSET = 23;

export function placeBets(model: Model, args: PlaceBetsArgs): Transaction {
  return {
    kind: args.kind,
    build: () => buildBets(args),
    apply() {
      const market = liveMarket(args.market);
      expectBetting(model, market, args);
      const batch = startBatch(model, args);
      const bets = args.bets.map((bet) => judge(batch, bet, args.isStrict));
      for (const [address, account] of batch.accounts) {
        const bettor = model.bettors.find((one) => one.address === address);
        if (bettor) bettor.account = account;
      }
      market.pools = batch.pools;
      market.openPositions += batch.opened;
      market.sequence += 1n;
      const accepted = bets.filter(({ verdict }) => verdict === DONE).length;
      if (accepted > 0) market.lastBetSlot = model.slot;
      const { address, sequence } = market;
      return { name: 'BetsPlaced', accepted, market: address, sequence, bets };
    },
  };
}

function buildBets({ market, authority, bets, isStrict, currency, operator }: PlaceBetsArgs) {
  const { isGated } = market;
  const instruction: ProgramInstruction = getPlaceBetsInstruction({
    authority: authority.signer,
    market: market.address,
    currency,
    isStrict,
    bets: bets.map(({ address, epoch, betId, ...bet }) => ({
      ...bet,
      bettor: address,
      outcome: isOutcome(bet.outcome) ? bet.outcome : Outcome.None,
      delegated: { epoch, betId },
    })),
    config: addresses.config,
    ...(isGated && { operator: operator.signer }),
    ...(isLookedAt(market) && { factAccount: market.subject }),
  });
  return bets.reduce((built, { outcome }, index) => {
    if (isOutcome(outcome)) return built;
    return withBytes(built, HEAD_BYTES + BET_BYTES * index + OUTCOME_OFFSET, outcome);
  }, instruction);
}

const isOutcome = (code: number) => code === Outcome.Yes || code === Outcome.No;

/** What concerns the market fails the whole batch. */
function expectBetting(model: Model, market: Market, args: PlaceBetsArgs): void {
  requireAll({
    MarketNotOpen: market.settlement === null,
    WrongCurrency: args.currency === market.currency,
    MarketClosed: market.settlement !== null || phaseOf(model, market).state === 'open',
    OracleDisabled: !isOracleDisabled(model, market),
    OperatorRequired: !market.isGated || isOperator(model, args.operator),
    ConditionMet: !isConditionMet(market),
  });
}

/** Bets bring the account of a fact that could be certain before the cutoff. */
function isLookedAt({ decider, isTriggered, isLatched }: Market): boolean {
  return decider.kind === 'state' && (isTriggered || isLatched);
}

function isConditionMet(market: Market): boolean {
  const { decider } = market;
  if (!isLookedAt(market) || decider.kind !== 'state') return false;
  return readState(decider.observed, decider.atLeast) === 'met';
}

/** The batch works on copies: a strict one that fails must leave nothing behind. */
interface Batch {
  readonly model: Model;
  readonly target: Market;
  readonly authority: Key;
  readonly accounts: Map<Address, BettorAccount>;
  pools: Pools;
  opened: number;
}

function startBatch(model: Model, { market, authority, bets }: PlaceBetsArgs): Batch {
  const accounts = new Map<Address, BettorAccount>();
  for (const { address, account } of model.bettors) {
    if (account && bets.some((bet) => bet.address === address)) {
      accounts.set(address, copyAccount(account));
    }
  }
  return { model, target: market, authority, accounts, pools: market.pools, opened: 0 };
}

function judge(batch: Batch, bet: PlacedBet, isStrict: boolean): BetResult {
  const verdict = findVerdict(batch, bet);
  if (isStrict && verdict) refuse(verdict);
  const { yes, no } = batch.pools;
  return { poolYes: yes, poolNo: no, verdict: verdict ? errorNumber(verdict) : DONE };
}

function findVerdict(batch: Batch, bet: PlacedBet): ErrorName | null {
  const [error] = findErrors(() => place(batch, bet));
  return (error as ErrorName | undefined) ?? null;
}

function place(batch: Batch, bet: PlacedBet): void {
  const { target, model } = batch;
  const account = batch.accounts.get(bet.address);
  require(account !== undefined, 'NotABettor');
  const isOwn = model.bettors.some(
    ({ key, address }) => address === bet.address && key === batch.authority,
  );
  if (!isOwn) {
    authorize(batch, account, bet);
    const horizon = model.now + BigInt(model.config.terms.horizonSeconds);
    require(BigInt(target.times.expiresAt) <= horizon, 'EndsTooLate');
    require(!target.isCustom, 'CustomMarket');
  }
  require(bet.amount > 0n, 'ZeroAmount');
  require(bet.amount >= target.terms.minimumStake, 'BelowMinimumStake');
  require(isOutcome(bet.outcome), 'InvalidOutcome');
  const { currency } = target;
  require(isOwn || account.allowance[currency] >= bet.amount, 'AllowanceExceeded');
  require(account.available[currency] >= bet.amount, 'InsufficientFunds');
  require(reachesRatio(batch, bet), 'RatioTooLow');
  stake(batch, account, bet);
  if (!isOwn) account.allowance[currency] -= bet.amount;
  debit(account, currency, bet.amount);
}

/** What a unit on this side would be paid if it won with this bet, in basis points of itself. */
function reachesRatio({ pools, target }: Batch, bet: PlacedBet): boolean {
  if (bet.minRatioBps === 0) return true;
  const [own, other] = bet.outcome === Outcome.Yes ? [pools.yes, pools.no] : [pools.no, pools.yes];
  const { distributable } = splitLosingPool(other, target.terms.feeRates);
  const winning = own + bet.amount;
  return (winning + distributable) * 10_000n >= BigInt(bet.minRatioBps) * winning;
}

/** The last step uses the id up, whatever comes after it. */
function authorize({ model, authority }: Batch, account: BettorAccount, bet: PlacedBet): void {
  require(account.delegate === authority, 'NotAuthorized');
  const { operatorDisabledBelow } = model.config;
  require(account.delegateGeneration >= operatorDisabledBelow, 'DelegateDisabled');
  require(bet.epoch === account.epoch, 'WrongEpoch');
  require(model.now < account.delegateExpiresAt, 'DelegateExpired');
  account.betIds = addBetId(account.betIds, bet.betId);
}

function addBetId({ highest, recent }: UsedBetIds, betId: number): UsedBetIds {
  const { betIdsAheadMax, betIdsRemembered } = LIMITS;
  require(betId <= highest + betIdsAheadMax, 'IdTooFar');
  require(betId > highest - betIdsRemembered, 'IdTooOld');
  require(!recent.includes(betId), 'DuplicateBet');
  const newHighest = Math.max(highest, betId);
  const used = [...recent, betId];
  return { highest: newHighest, recent: used.filter((id) => id > newHighest - betIdsRemembered) };
}

const NO_POSITION: Position = { stakeYes: ZERO, stakeNo: ZERO };

/** To the market's position, or to a free slot: where the hint says, or else the first one. */
function stake(batch: Batch, account: BettorAccount, bet: PlacedBet): void {
  const { target, model } = batch;
  const { slots } = account;
  const taken = slots.findIndex((slot) => slot?.market === target);
  const free = slots[bet.slot] === null ? bet.slot : slots.indexOf(null);
  const index = taken >= 0 ? taken : free;
  require(index >= 0, 'NoFreeSlot');
  const outcome = outcomeFromCode(bet.outcome);
  if (!outcome) throw new Error('a bet on no outcome came this far');
  const added = amount(bet.amount);
  batch.pools = addStake(batch.pools, outcome, added);
  const { stakeYes, stakeNo } = slots[index]?.position ?? NO_POSITION;
  const position: Position =
    outcome === 'Yes'
      ? { stakeYes: amount(stakeYes + added), stakeNo }
      : { stakeYes, stakeNo: amount(stakeNo + added) };
  if (taken < 0) batch.opened += 1;
  if (taken >= 0 && bet.slot !== taken) model.statistics.reach('bets with a wrong hint');
  slots[index] = { market: target, position };
}

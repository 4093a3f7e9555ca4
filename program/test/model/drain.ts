// The end of every sequence: everybody takes everything out. What then is left in the vaults must
// be the reserve of the buyback and what was donated: nothing is stranded.
import { utilityAddress } from '../support/build.ts';
import { keys } from '../support/genesis.ts';
import { withdraw } from './actions/balances.ts';
import { canForfeit, closeBettor } from './actions/bettors.ts';
import {
  refundMarket,
  resolveByOracle,
  resolveByPrice,
  resolveByState,
} from './actions/decisions.ts';
import { buyBack, collectFees, currentPrice } from './actions/fees.ts';
import { changeObserved, moveClock } from './actions/outside.ts';
import { closeMarket, openPositionsOf, settlePositions } from './actions/settlements.ts';
import { coinsOf, vaultOf } from './coins.ts';
import { fail } from './compare.ts';
import type { Harness } from './harness.ts';
import type { Market, Model } from './model.ts';
import type { Plan } from './plan.ts';

const LOTS_MAX = 2;
/** The first second at which a state does not count any more. */
const LATE_SECONDS = 121n;
/** Enough slots for the newest epoch to be over. */
const PAUSE_SECONDS = 60n;

export function drain(model: Model, harness: Harness): void {
  const perform = (plan: Plan) => harness.execute(model, plan);
  const goTo = (time: bigint) => {
    if (time > model.now) perform(moveClock(model, time));
  };
  for (const market of model.markets) moveFees(model, market, perform);
  for (const market of byExpiry(model)) decide(model, market, perform, goTo);
  for (const { resolvedAt, vetoSeconds, times, isGone } of model.markets) {
    if (isGone) continue;
    goTo(resolvedAt + BigInt(vetoSeconds));
    goTo(BigInt(times.expiresAt));
  }
  for (const market of model.markets) finish(model, market, perform);
  sellReserve(model, perform, goTo);
  sendWinnings(model, perform);
  goTo(model.now + PAUSE_SECONDS);
  emptyBettors(model, perform);
  collect(model, perform);
  expectNothingLeft(model, harness);
}

/** Early, the fees can move already but the account stays; asking twice changes nothing. */
function moveFees(model: Model, market: Market, perform: Perform): void {
  const { settlement, times, terms, resolvedAt } = market;
  const isFinal = model.now >= resolvedAt + BigInt(terms.vetoSeconds);
  if (!settlement || !isFinal || model.now >= BigInt(times.expiresAt)) return;
  if (!market.areFeesMoved) finish(model, market, perform);
  perform(closeMarket(model, market));
}

function byExpiry({ markets }: Model): Market[] {
  return markets.toSorted((a, b) => a.times.expiresAt - b.times.expiresAt);
}

type Perform = (plan: Plan) => void;
type GoTo = (time: bigint) => void;

/** By its decider if that is still possible, otherwise every stake goes back. */
function decide(model: Model, market: Market, perform: Perform, goTo: GoTo): void {
  if (market.settlement) return;
  const { expiresAt, refundAt } = market.times;
  const moment = BigInt(expiresAt) + (isObservedLate(market) ? LATE_SECONDS : 0n);
  if (moment < BigInt(refundAt)) goTo(moment);
  if (model.now < BigInt(refundAt)) resolve(model, market, perform);
  if (market.settlement) return;
  goTo(BigInt(refundAt));
  perform(refundMarket(model, market));
}

/** A late observation proves nothing any more, unless it is a No of a latched fact. */
function isObservedLate({ decider, nonce }: Market): boolean {
  return decider.kind === 'state' && nonce % 3n === 2n;
}

function resolve(model: Model, market: Market, perform: Perform): void {
  const { decider, nonce } = market;
  const isYes = nonce % 2n === 0n;
  switch (decider.kind) {
    case 'oracle': {
      const outcome = isYes ? 'Yes' : 'No';
      perform(resolveByOracle(model, market, decider.oracle, outcome));
      return;
    }
    case 'timed': {
      const times = { publishOffset: 0n, previousOffset: -1n };
      const price = isYes ? decider.atLeast : 0n;
      perform(resolveByPrice(model, { market, price, ...times, isForeign: false }));
      return;
    }
    case 'state': {
      const { observed, atLeast } = decider;
      const count = isYes ? atLeast : 0n;
      if (nonce >= 2n) perform(changeObserved(observed, { kind: 'whole', isMarked: true, count }));
      perform(resolveByState(model, market, observed));
    }
  }
}

function finish(model: Model, market: Market, perform: Perform): void {
  if (market.isGone) return;
  const positions = openPositionsOf(model, market);
  if (positions.length > 0) perform(settlePositions(model, market, positions));
  perform(closeMarket(model, market));
}

/** When lots are bought, in eighths of a round: at its ends, between them, and rounds later. */
const ROUND_EIGHTHS = [0n, 3n, 8n, 21n, 70n] as const;

function sellReserve(model: Model, perform: Perform, goTo: GoTo): void {
  collect(model, perform);
  for (let lots = 0; lots < LOTS_MAX; lots += 1) {
    const { roundStartedAt, roundSeconds } = vaultOf(model, 0).auction;
    const eighths = ROUND_EIGHTHS[(model.markets.length + lots) % ROUND_EIGHTHS.length] ?? 0n;
    if (roundStartedAt > 0) {
      goTo(BigInt(roundStartedAt) + (BigInt(roundSeconds) * eighths) / 8n);
    }
    const maxPrice = currentPrice(model);
    const buyer = keys.keeper;
    if (maxPrice === 0n || coinsOf(model, buyer, 1) < maxPrice) return;
    if (lots === 0) perform(buyBack(model, buyer, maxPrice - 1n));
    perform(buyBack(model, buyer, maxPrice));
    // The round's lot is gone, whatever one pays.
    if (lots === 0) perform(buyBack(model, buyer, maxPrice));
  }
}

function collect(model: Model, perform: Perform): void {
  for (const currency of [0, 1] as const) {
    const { feesBurn, feesDeveloper } = vaultOf(model, currency);
    const fees = feesDeveloper + (currency === 1 ? feesBurn : 0n);
    if (fees > 0n) perform(collectFees(model, currency));
  }
}

/** What a keeper does for wallets that asked for it and can receive it. */
function sendWinnings(model: Model, perform: Perform): void {
  for (const bettor of model.bettors) {
    const { account, key } = bettor;
    if (!account?.isAutoWithdraw) continue;
    for (const currency of [0, 1] as const) {
      const amount = account.sweepable[currency];
      const canReceive = currency === 0 || model.tokens.has(utilityAddress(key));
      if (amount === 0n || !canReceive) continue;
      perform(withdraw(model, { bettor, currency, amount, authority: keys.keeper }));
    }
  }
}

function emptyBettors(model: Model, perform: Perform): void {
  for (const bettor of model.bettors) {
    const { account, key } = bettor;
    if (!account) continue;
    // A wallet without a token account may leave behind what is not worth one.
    const hasNone = !model.tokens.has(utilityAddress(key));
    const isForfeiting = hasNone && canForfeit(model, bettor) && model.markets.length % 2 === 0;
    for (const currency of isForfeiting ? [] : ([0, 1] as const)) {
      const amount = account.available[currency];
      if (amount > 0n) perform(withdraw(model, { bettor, currency, amount, authority: key }));
    }
    perform(closeBettor(model, { bettor, rentPayer: account.rentPayer, isForfeiting }));
  }
}

const ACCOUNTS_LEFT = 3;

function expectNothingLeft(model: Model, harness: Harness): void {
  const { world, initialSupply } = harness;
  harness.checkAll(model);
  const [sol, utility] = model.vaults;
  const totals = world.totals();
  if (totals.sol.owed !== sol.feesBurn || totals.utility.owed !== 0n) {
    fail(`stranded: ${totals.sol.owed - sol.feesBurn} SOL, ${totals.utility.owed} UTILITY`);
  }
  if (totals.sol.held !== sol.feesBurn + sol.donated || totals.utility.held !== utility.donated) {
    fail(`the vaults hold ${totals.sol.held} and ${totals.utility.held}`);
  }
  if (sol.feesBurn !== sol.burnTotal - sol.burnedTotal) fail('the reserve is not what came in');
  if (utility.burnTotal !== utility.burnedTotal) fail('UTILITY that should be burned is not');
  const burned = utility.burnedTotal + sol.utilityBurnedTotal;
  if (initialSupply - world.getUtilitySupply() !== burned) fail('another supply than was burned');
  const left = world.listData(world.addresses.program).length;
  if (left !== ACCOUNTS_LEFT) fail(`${left} accounts are left of the program`);
}

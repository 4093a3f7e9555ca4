import { sha256 } from '@tote/chain/lib/sha256-portable';
import {
  type Outcome as DomainOutcome,
  decideSettlement,
  type MarketPhase,
  outcomeToCode,
  phaseAt,
  unixSeconds,
} from '@tote/domain';
import { type EventOf, Outcome } from '@tote/program-client';
import { timedFactData } from '../../support/facts.ts';
import { addresses, keys } from '../../support/genesis.ts';
import { createKey, type Key } from '../../support/key.ts';
import { liveMarket } from '../coins.ts';
import { observedData, readState } from '../deciders.ts';
import { refundReason } from '../layout.ts';
import type { Market, Model, Observed } from '../model.ts';
import { askAll, require, requireAll, type Transaction } from '../plan.ts';

const WINDOW_SECONDS = 120n;
const EVIDENCE_HASH = new Uint8Array(32).fill(7);

/** Never true for facts. */
export function isOracleDisabled({ config }: Model, { oracleGeneration }: Market): boolean {
  return oracleGeneration < config.oracleDisabledBelow;
}

export function resolveByOracle(
  model: Model,
  market: Market,
  oracle: Key,
  outcome: DomainOutcome,
): Transaction {
  const code = outcome === 'Yes' ? Outcome.Yes : Outcome.No;
  return {
    kind: 'resolve_market (oracle)',
    build: (world) => world.build.resolveMarket(market.address, code, { oracle }),
    apply() {
      const isDisabled = isOracleDisabled(model, market);
      if (isDisabled) model.statistics.reach('outcomes of a disabled oracle');
      const witness = () =>
        requireAll({ NotOracle: market.subject === oracle.address, OracleDisabled: !isDisabled });
      return record(model, market, { outcome, evidenceHash: EVIDENCE_HASH, witness });
    },
  };
}

export function resolveByState(model: Model, market: Market, observed: Observed): Transaction {
  return {
    kind: 'resolve_market (state)',
    build: (world) => world.build.resolveByFact(market.address, observed.address),
    apply() {
      if (market.decider.kind !== 'state') throw new Error('the market has no state fact');
      const reading = readState(observed, market.decider.atLeast);
      const outcome = (reading === 'met') === market.isInverted ? 'No' : 'Yes';
      const isLate = model.now > BigInt(market.times.expiresAt) + WINDOW_SECONDS;
      const witness = () => {
        require(market.subject === observed.address, 'WrongAddress');
        require(reading !== 'foreign', 'WrongOwner');
        require(reading !== 'invalid', 'ObservationInvalid');
        // What is there and is not true was never true. What is missing may have been closed.
        const provesThePast = market.isLatched && reading === 'not met';
        require(!isLate || provesThePast, 'ObservationOutOfWindow');
      };
      const evidenceHash = sha256(observedData(observed));
      const event = record(model, market, { outcome, evidenceHash, witness });
      if (isLate) model.statistics.reach('resolved late by a latched fact');
      if (market.isInverted) model.statistics.reach(`inverted: ${outcome}`);
      return event;
    },
  };
}

interface PriceArgs {
  market: Market;
  price: bigint;
  /** From the expiry; the first one at or after it is the right one. */
  publishOffset: bigint;
  previousOffset: bigint;
  isForeign: boolean;
}

const priceAccount = createKey('price account').address;

export function resolveByPrice(model: Model, args: PriceArgs): Transaction {
  const { market, price, publishOffset, previousOffset, isForeign } = args;
  const expiresAt = BigInt(market.times.expiresAt);
  const publishTime = expiresAt + publishOffset;
  const previousPublishTime = expiresAt + previousOffset;
  const data = timedFactData({ price, publishTime, previousPublishTime });
  return {
    kind: 'resolve_market (timed)',
    build(world) {
      const owner = isForeign ? keys.stranger.address : addresses.factProgram;
      world.setAccount(priceAccount, { data, owner });
      return world.build.resolveByFact(market.address, priceAccount);
    },
    apply() {
      if (market.decider.kind !== 'timed') throw new Error('the market has no timed fact');
      const witness = () => {
        require(!isForeign, 'WrongOwner');
        require(previousOffset < 0n && publishOffset >= 0n, 'ObservationInvalid');
      };
      const outcome = price >= market.decider.atLeast ? 'Yes' : 'No';
      return record(model, market, { outcome, evidenceHash: sha256(data), witness });
    },
  };
}

interface Decision {
  outcome: DomainOutcome;
  evidenceHash: Uint8Array;
  /** Throws unless who or what decided may. */
  witness(): void;
}

function record(model: Model, market: Market, decision: Decision): EventOf<'MarketResolved'> {
  const { outcome, evidenceHash, witness } = decision;
  const { times, terms, pools } = liveMarket(market);
  const isBefore = model.now < BigInt(times.expiresAt);
  const mayBeEarly = market.isTriggered && outcome === (market.isInverted ? 'No' : 'Yes');
  askAll(witness, () =>
    requireAll({
      AlreadyResolved: market.settlement === null,
      RefundDatePassed: market.settlement !== null || phaseOf(model, market).state !== 'refund_due',
      ResolveTooEarly: !isBefore || mayBeEarly,
      BetInThisSlot: model.slot > market.lastBetSlot || terms.vetoSeconds > 0,
    }),
  );
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome }, terms.feeRates);
  market.settlement = settlement;
  market.outcome = outcome;
  market.evidenceHash = evidenceHash;
  market.resolvedAt = model.now;
  market.held = pools.yes + pools.no;
  if (settlement.kind === 'paid') {
    market.burnDue = settlement.burn;
    market.developerDue = settlement.developer;
    market.distributable = settlement.distributable;
  }
  market.sequence += 1n;
  if (isBefore) model.statistics.reach('resolved before the expiry');
  return describeResolution(market);
}

function describeResolution(market: Market): EventOf<'MarketResolved'> {
  const { pools, terms } = market;
  return {
    name: 'MarketResolved',
    outcome: outcomeToCode(market.outcome),
    refundReason: refundReason(market),
    market: market.address,
    sequence: market.sequence,
    poolYes: pools.yes,
    poolNo: pools.no,
    burn: market.burnDue,
    developer: market.developerDue,
    distributable: market.distributable,
    resolvedAt: market.resolvedAt,
    vetoEndsAt: market.resolvedAt + BigInt(terms.vetoSeconds),
    evidenceHash: market.evidenceHash,
  };
}

export function vetoMarket(model: Model, market: Market, authority: Key): Transaction {
  return {
    kind: 'veto_market',
    build: (world) => world.build.vetoMarket(market.address, { authority }),
    apply() {
      const isDisabled = isOracleDisabled(model, market);
      const isGuardian = authority.address === model.config.terms.guardian;
      const isOver = market.settlement !== null && phaseOf(model, market).state !== 'proposed';
      requireAll({
        NotGuardian: isGuardian || (isDisabled && !market.isGone),
        WrongOwner: !market.isGone,
        NotResolved: market.isGone || market.settlement !== null,
        VetoOver: market.isGone || !isOver,
      });
      giveBack(market, isDisabled ? 'oracle_disabled' : 'veto');
      const { yes, no } = market.pools;
      return {
        name: 'MarketVetoed',
        outcome: outcomeToCode(market.outcome),
        refundReason: refundReason(market),
        market: market.address,
        sequence: market.sequence,
        poolYes: yes,
        poolNo: no,
      };
    },
  };
}

export function refundMarket(model: Model, market: Market): Transaction {
  return {
    kind: 'refund_market',
    build: (world) => world.build.refundMarket(market.address),
    apply() {
      const { yes, no } = liveMarket(market).pools;
      require(market.settlement === null, 'AlreadyResolved');
      const isDisabled = isOracleDisabled(model, market);
      require(isDisabled || phaseOf(model, market).state === 'refund_due', 'RefundTooEarly');
      giveBack(market, isDisabled ? 'oracle_disabled' : 'deadline');
      market.held = yes + no;
      market.resolvedAt = model.now;
      const { address, sequence } = market;
      const event = { refundReason: refundReason(market), market: address, sequence };
      return { name: 'MarketRefunded', ...event, poolYes: yes, poolNo: no };
    },
  };
}

function giveBack(market: Market, reason: 'veto' | 'deadline' | 'oracle_disabled'): void {
  const { pools, terms } = market;
  market.settlement = decideSettlement(pools, { kind: 'none', reason }, terms.feeRates);
  market.burnDue = 0n;
  market.developerDue = 0n;
  market.distributable = 0n;
  market.sequence += 1n;
}

export function phaseOf({ now }: Model, market: Market): MarketPhase {
  const { times, terms, settlement } = market;
  if (!settlement) return phaseAt({ ...times, end: null }, unixSeconds(now));
  const resolvedAt = unixSeconds(market.resolvedAt);
  // A veto, like a refund for want of an outcome, is final.
  const vetoSeconds = settlement.outcome === null ? 0 : terms.vetoSeconds;
  const vetoEndsAt = unixSeconds(resolvedAt + vetoSeconds);
  const kind = settlement.kind === 'paid' ? 'resolved' : 'refunded';
  return phaseAt({ ...times, end: { kind, resolvedAt, vetoEndsAt } }, unixSeconds(now));
}

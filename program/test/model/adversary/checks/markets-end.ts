import type { Address } from '@solana/kit';
import { largest } from '@tote/chain/lib/bigints';
import {
  MARKET_FLAGS,
  type Market,
  MarketSource,
  MarketState,
  Outcome,
  SYSTEM_PROGRAM_ADDRESS,
} from '@tote/program-client';
import {
  latchedFactData,
  PUMP_PROGRAM,
  stateFactData,
  timedFactData,
} from '../../../support/facts.ts';
import { findKey, type Key } from '../../../support/key.ts';
import { betActions } from '../actions.ts';
import { alice, attacker, poor, prices } from '../cast.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const STAKES_ARE_FREE = 'a market that can no longer be decided frees its stakes';

/**
 * At once if its oracle was disabled or nothing could ever decide it, otherwise from its refund
 * date on; and what was decided pays when its veto time is over.
 */
export function marketsFreeTheirStakes(stage: Stage): void {
  for (const address of stage.listMarkets()) {
    const market = stage.getMarket(address);
    const moment = stage.world.whatIf(() => latestEnd(stage, address, market));
    const isFree = stage.world.whatIf(() => {
      if (moment > stage.world.now) stage.world.at(moment);
      return free(stage, address, market);
    });
    const when = moment > stage.world.now ? `${moment - stage.world.now} seconds later` : 'now';
    if (!isFree) violate(STAKES_ARE_FREE, `${address} does not free them ${when}`);
  }
}

/** Ends it by what anybody can send, and settles everybody. */
function free(stage: Stage, address: Address, { state }: Market): boolean {
  const { build } = stage.world;
  if (state === MarketState.Open && !stage.try(build.refundMarket(address))) return false;
  stage.try(build.settlePositions(address, [alice, poor, attacker]));
  return stage.getMarket(address).openPositions === 0n;
}

/** The last moment at which everybody must be able to get what is theirs. */
function latestEnd(stage: Stage, address: Address, market: Market): bigint {
  const { world } = stage;
  if (market.state === MarketState.Refunded) return world.now;
  const isOracle = market.source === MarketSource.Oracle;
  if (market.state === MarketState.Resolved) {
    return market.resolvedAt + (isOracle ? BigInt(market.vetoSeconds) : 0n);
  }
  if (world.now >= market.refundAt) return world.now;
  if (isOracle && market.oracleGeneration < stage.getConfig().oracleDisabledBelow) return world.now;
  // A fact that was not observed in time waits for the refund date, as its creator chose.
  if (!isOracle && world.now > market.expiresAt) return market.refundAt;
  return canBeDecided(stage, address, market) ? market.refundAt : world.now;
}

/** Either way, by whoever or whatever decides it. */
function canBeDecided(stage: Stage, address: Address, market: Market): boolean {
  return [Outcome.Yes, Outcome.No].every((outcome) =>
    stage.world.whatIf(() => {
      const { world } = stage;
      world.at(largest(market.expiresAt, world.now));
      decide(stage, address, market, outcome);
      return stage.getMarket(address).outcome === outcome;
    }),
  );
}

function decide(stage: Stage, address: Address, market: Market, outcome: Outcome): void {
  const { build } = stage.world;
  if (market.source === MarketSource.Oracle) {
    const oracle = findKey(market.subject);
    if (oracle) stage.try(build.resolveMarket(address, outcome as Outcome.Yes, { oracle }));
    return;
  }
  const isInverted = (market.flags & MARKET_FLAGS.inverted) !== 0;
  const observed = market.source === MarketSource.TimedFact ? prices.met : market.subject;
  if (observed !== address) {
    write(stage, observed, market, (outcome === Outcome.Yes) !== isInverted);
  }
  stage.try(build.resolveByFact(address, observed));
}

/** What the owner of the account can write; the System program gives nothing but zeros. */
function write({ world }: Stage, observed: Address, market: Market, isMet: boolean): void {
  const { expiresAt, factOwner } = market;
  const times = { publishTime: expiresAt, previousPublishTime: expiresAt - 1n };
  const data =
    market.source === MarketSource.TimedFact
      ? timedFactData({ price: isMet ? 150n : 50n, ...times })
      : factOwner === PUMP_PROGRAM
        ? latchedFactData(isMet)
        : stateFactData(isMet ? 1n : 0n);
  const isNobodys = factOwner === SYSTEM_PROGRAM_ADDRESS;
  world.setAccount(observed, { data: isNobodys ? data.fill(0) : data, owner: factOwner });
}

const ORACLE_SUCCEEDS = 'an honest oracle that tries in every slot succeeds';
const SLOTS = 3;

/**
 * Although everybody bets in front of it. Where there is a veto time it succeeds at once, as soon
 * as it may speak; where there is none, by the time at which betting ends.
 */
export function honestOracleSucceeds(stage: Stage): void {
  const { oracleDisabledBelow } = stage.getConfig();
  for (const address of stage.listMarkets()) {
    const market = stage.getMarket(address);
    const oracle = findKey(market.subject);
    if (market.source !== MarketSource.Oracle || market.state !== MarketState.Open) continue;
    if (!oracle || market.oracleGeneration < oracleDisabledBelow) continue;
    if (stage.world.now >= market.refundAt) continue;
    const slots = stage.world.whatIf(() => countSlots(stage, address, market, oracle));
    if (slots > 1) violate(ORACLE_SUCCEEDS, `${address} is held back for ${slots} slots`);
  }
}

/** How many slots the oracle needs from the first moment at which the rules let it speak. */
function countSlots(stage: Stage, address: Address, market: Market, oracle: Key): number {
  const { world } = stage;
  const isTriggered = (market.flags & MARKET_FLAGS.triggered) !== 0;
  const isInverted = (market.flags & MARKET_FLAGS.inverted) !== 0;
  const moment = isTriggered && market.vetoSeconds > 0 ? world.now : market.expiresAt;
  if (moment > world.now) world.at(moment);
  const outcome = isInverted ? Outcome.No : Outcome.Yes;
  for (let slot = 1; slot <= SLOTS; slot += 1) {
    world.nextSlot();
    betInFront(stage, address);
    if (stage.try(world.build.resolveMarket(address, outcome, { oracle }))) return slot;
  }
  return SLOTS + 1;
}

function betInFront(stage: Stage, market: Address): void {
  for (const { meantFor, by } of betActions(stage.world, market)) {
    for (const key of meantFor) stage.try(by(key));
  }
}

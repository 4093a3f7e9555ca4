import type { Address } from '@solana/kit';
import {
  MARKET_FLAGS,
  type Market,
  MarketSource,
  MarketState,
  Outcome,
} from '@tote/program-client';
import { findKey, type Key } from '../../../support/key.ts';
import { betActions } from '../actions.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'an honest oracle that tries in every slot succeeds';
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
    const slots = stage.whatIf(() => countSlots(stage, address, market, oracle));
    if (slots > 1) violate(CHECK, `${address} is held back for ${slots} slots`);
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

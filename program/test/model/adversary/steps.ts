// What can happen next: somebody sends something, time passes, an observed account changes.
import type { Address } from '@solana/kit';
import {
  type Market,
  MarketSource,
  MarketState,
  type ProgramInstruction,
} from '@tote/program-client';
import type { World } from '../../support/world.ts';
import { listActions } from './actions.ts';
import { counter, curve, listBettors } from './cast.ts';
import { fundsReachTheirOwners } from './checks/funds-reach-their-owners.ts';
import { rememberHoldings } from './holdings.ts';
import type { Stage } from './stage.ts';

export interface Step {
  readonly name: string;
  /** Says whether anything came of it. */
  run(stage: Stage): boolean;
}

/** The last second in which a state may be observed. */
const WINDOW_SECONDS = 120n;

export const sendStep = (name: string, instruction: ProgramInstruction): Step => ({
  name,
  run: (stage) => sendWatched(stage, instruction),
});

/** Sends it, and sees where funds go. */
function sendWatched(stage: Stage, instruction: ProgramInstruction): boolean {
  const { world } = stage;
  const before = rememberHoldings(world, instruction);
  if (!stage.try(instruction)) return false;
  const after = rememberHoldings(world, instruction);
  const { treasury } = stage.getConfig();
  fundsReachTheirOwners(instruction, { treasury, before: before(), after: after() });
  return true;
}

/** Every instruction by every key, every boundary of time, every change of what is observed. */
export function listSteps(stage: Stage): Step[] {
  const sent = listActions(stage).flatMap(({ name, triedBy, by }) =>
    triedBy.map((key) => sendStep(`${key.name}: ${name}`, by(key))),
  );
  return [...sent, ...clockSteps(stage), ...observedSteps(stage)];
}

const change = (name: string, make: (world: World) => void): Step => ({
  name,
  run: ({ world }) => {
    make(world);
    return true;
  },
});

/** To the next slot, to each moment that means something, and to the second before it. */
export function clockSteps(stage: Stage): Step[] {
  const { world } = stage;
  const markets = stage.listMarkets().map((market) => stage.getMarket(market));
  const delegations = listBettors(world).map((one) => stage.getBettor(one).delegateExpiresAt);
  const moments = [stage.getConfig().pendingAt, ...delegations, ...markets.flatMap(momentsOf)];
  const times = new Set(moments.flatMap((moment) => [moment - 1n, moment]));
  const later = [...times].filter((time) => time > world.now).sort((a, b) => Number(a - b));
  return [
    change('next slot', (now) => now.nextSlot()),
    ...later.map((time) => change(`${time - world.now} seconds pass`, (now) => now.at(time))),
  ];
}

function momentsOf(market: Market): bigint[] {
  const { state, source, resolvedAt, expiresAt } = market;
  if (state === MarketState.Refunded) return [expiresAt];
  if (state === MarketState.Resolved) return [resolvedAt + BigInt(market.vetoSeconds), expiresAt];
  const window = source === MarketSource.Oracle ? [] : [expiresAt + WINDOW_SECONDS + 1n];
  return [market.closesAt, expiresAt, ...window, market.refundAt];
}

/** Only what a market looks at. */
export function observedSteps(stage: Stage): Step[] {
  const subjects = new Set<Address>();
  for (const market of stage.listMarkets()) subjects.add(stage.getMarket(market).subject);
  return [true, false].flatMap((isMet) => [
    ...(subjects.has(counter)
      ? [change(`the counter is ${isMet}`, (now) => now.setState(counter, isMet ? 1n : 0n))]
      : []),
    ...(subjects.has(curve)
      ? [change(`the curve is ${isMet}`, (now) => now.setCurve(curve, isMet))]
      : []),
  ]);
}

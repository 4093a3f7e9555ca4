// Bets and settlements: one by one, and as many as fit into one transaction.
import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import type { TestBet } from '../../program/test/support/build.ts';
import { keys } from '../../program/test/support/genesis.ts';
import type { Key } from '../../program/test/support/key.ts';
import { findLargest, type Measurement, measure, type Sending } from './measure.ts';
import { BETS_MAX, betsOf, outcomeOf, POSITIONS_MAX, Scene, SLOT } from './scene.ts';

const { keeper, operator } = keys;

function measureTwice(
  what: string,
  isOwn: boolean,
  marketOf = (scene: Scene) => scene.market(),
): Measurement[] {
  const scene = new Scene();
  const { build } = scene.world;
  const [wallet] = scene.crowd(1) as [Key];
  const market = marketOf(scene);
  return ['first in the market', 'adding to the position'].map((which) => {
    const [bet] = betsOf([wallet]) as [TestBet];
    const place = isOwn ? build.placeOwnBet(market, bet) : build.placeBets(market, [bet]);
    const feePayer = isOwn ? wallet : operator;
    const measured = measure(scene.world, `${what}, ${which}`, { feePayer, instructions: [place] });
    scene.expectHints(market, [wallet]);
    return measured;
  });
}

export function measureBets(): Measurement[] {
  const kinds: Readonly<Record<string, (scene: Scene) => Address>> = {
    'triggered fact': (scene) =>
      scene.stakeBoth(scene.world.createStateMarket({ isTriggered: true }).market),
    'latched fact': (scene) => scene.stakeBoth(scene.world.createLatchedMarket().market),
    'gated market': (scene) => scene.market({ isTriggered: true }),
  };
  return [
    ...measureTwice('own bet', true),
    ...measureTwice("delegate's bet", false),
    ...Object.entries(kinds).flatMap(([kind, marketOf]) =>
      measureTwice(`delegate's bet, ${kind}`, false, marketOf).slice(0, 1),
    ),
  ];
}

/** A batch of this many bets, or of as many as fit in a v0 transaction. */
function measureBatch(what: string, size?: number, isAdding = false): Measurement {
  const scene = new Scene();
  const { world } = scene;
  const wallets = scene.crowd(size ?? BETS_MAX);
  const market = isAdding ? scene.marketOf(wallets) : scene.market();
  const build = (count: number): Sending => {
    const bets = betsOf(wallets.slice(0, count));
    return { feePayer: operator, count, instructions: [world.build.placeBets(market, bets)] };
  };
  const count = size ?? findLargest(BETS_MAX, build);
  const measured = measure(world, `${count} ${what}`, build(count));
  scene.expectHints(market, wallets.slice(0, count));
  return measured;
}

export function measureBatches(): Measurement[] {
  const first = 'bettors, first in the market';
  return [
    measureBatch(first, 16),
    measureBatch(`${first}, the most in 1,232 bytes`),
    measureBatch('bettors, adding to their positions', 16, true),
  ];
}

/** A market with a position of each bettor. The keeper settles some of them at a time. */
function settler(scene: Scene, market: Address, wallets: readonly Key[]) {
  const left = [...wallets];
  scene.expectHints(market, wallets);
  const build = (count: number, version: 0 | 1 = 0): Sending => ({
    ...{ feePayer: keeper, count, version },
    instructions: [scene.world.build.settlePositions(market, left.slice(0, count), SLOT)],
  });
  const settle = (what: string, count: number, version?: 0 | 1) => {
    const measured = measure(scene.world, what, build(count, version));
    left.splice(0, count);
    return measured;
  };
  const settleLargest = (what: string, version: 0 | 1) => {
    const count = findLargest(POSITIONS_MAX, (each) => build(each, version));
    return settle(`${count} positions, ${what}`, count, version);
  };
  return { settle, settleLargest };
}

function resolvedMarket(size: number) {
  const scene = new Scene();
  const wallets = scene.crowd(size);
  const market = scene.marketOf(wallets);
  scene.world.resolve(market, Outcome.Yes);
  return { scene, wallets, market };
}

export function measureSettlements(): Measurement[] {
  const { scene, market, wallets } = resolvedMarket(170);
  const { settle, settleLargest } = settler(scene, market, wallets);
  const winning = resolvedMarket(50);
  const winners = winning.wallets.filter((_, index) => outcomeOf(index) === Outcome.Yes);
  return [
    ...[20, 25].map((count) => settle(`${count} positions`, count)),
    settleLargest('the most in 1,232 bytes', 0),
    settleLargest('the most in a v1 transaction', 1),
    settler(winning.scene, winning.market, winners).settle('25 winners', 25),
  ];
}

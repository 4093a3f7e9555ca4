import type { Address } from '@solana/kit';
import { Currency } from '@tote/program-client';
import type { TestBet } from '../../program/test/support/build.ts';
import type { Key } from '../../program/test/support/key.ts';
import { type Measurement, measure } from './measurement.ts';
import { Scene } from './scene.ts';
import { findLargest } from './transaction.ts';

const BATCHES = [2, 4, 8, 16];
/** The program's limit. */
const BATCH_MAX = 56;

const openMarket = (scene: Scene) => scene.market();
const gatedMarket = (scene: Scene) => scene.market({ isTriggered: true });

function triggeredFact(scene: Scene): Address {
  const { market } = scene.world.createStateMarket({ isTriggered: true });
  scene.stakeBoth(market);
  return market;
}

function latchedFact(scene: Scene): Address {
  const { market } = scene.world.createLatchedMarket();
  scene.stakeBoth(market);
  return market;
}

/** A single bet, in each variant. */
export function measureSingleBets(): Measurement[] {
  return [
    ...measureOwn('own bet', openMarket),
    ...measureDelegated("delegate's bet", openMarket),
    ...measureOwn('own bet, triggered fact', triggeredFact).slice(0, 1),
    ...measureDelegated("delegate's bet, triggered fact", triggeredFact).slice(0, 1),
    ...measureOwn('own bet, latched fact', latchedFact).slice(0, 1),
    ...measureDelegated("delegate's bet, latched fact", latchedFact).slice(0, 1),
    ...measureOwn('own bet, gated market', gatedMarket).slice(0, 1),
    ...measureDelegated("delegate's bet, gated market", gatedMarket).slice(0, 1),
    measureDepositAndBet(),
  ];
}

type MarketOf = (scene: Scene) => Address;

/** The first bet in a market, and one more. */
function measureTwice(what: string, marketOf: MarketOf, isOwn: boolean): Measurement[] {
  const scene = new Scene();
  const { world } = scene;
  const [wallet] = scene.crowd(1) as [Key];
  const market = marketOf(scene);
  const feePayer = isOwn ? wallet : scene.relayer;
  return ['first in the market', 'adding to the position'].map((which) => {
    const [bet] = scene.betsOf([wallet]) as [TestBet];
    const { build } = world;
    const place = isOwn ? build.placeOwnBet(market, bet) : build.placeBets(market, [bet]);
    const sending = { what: `${what}, ${which}`, feePayer, instructions: [place] };
    const measurement = measure(world, sending);
    scene.expectHints(market, [wallet]);
    return measurement;
  });
}

const measureOwn = (what: string, marketOf: MarketOf) => measureTwice(what, marketOf, true);
const measureDelegated = (what: string, marketOf: MarketOf) => measureTwice(what, marketOf, false);

function measureDepositAndBet(): Measurement {
  const scene = new Scene();
  const { build } = scene.world;
  const [wallet] = scene.crowd(1) as [Key];
  const market = scene.market();
  const [bet] = scene.betsOf([wallet]) as [TestBet];
  const deposit = build.deposit(wallet, Currency.Sol, bet.amount);
  const instructions = [deposit, build.placeOwnBet(market, bet)];
  const what = 'deposit of SOL and own strict bet in one transaction';
  const measurement = measure(scene.world, { what, feePayer: wallet, instructions });
  scene.expectHints(market, [wallet]);
  return measurement;
}

type WalletsOf = (scene: Scene) => Key[];

const ofMany: WalletsOf = (scene) => scene.crowd(BATCH_MAX);
const ofOne: WalletsOf = (scene) => Array<Key>(BATCH_MAX).fill(scene.crowd(1)[0] as Key);

/** Batches by the delegate, of different bettors and of one. */
export function measureBetBatches(): Measurement[] {
  return [
    ...BATCHES.map((count) => measureBatch(ofMany, 'bettors, first in the market', count)),
    measureBatch(ofMany, 'bettors, first in the market, the most in 1,232 bytes'),
    measureAdding(16),
    measureBatch(ofOne, 'bets of one bettor, the most in 1,232 bytes'),
  ];
}

/** A batch of this many bets, or of as many as fit in a v0 transaction. */
function measureBatch(walletsOf: WalletsOf, what: string, size?: number): Measurement {
  const scene = new Scene();
  const { world, relayer: feePayer } = scene;
  const wallets = walletsOf(scene);
  const market = scene.market();
  const build = (count: number) => [
    world.build.placeBets(market, scene.betsOf(wallets.slice(0, count))),
  ];
  const count = size ?? findLargest(BATCH_MAX, feePayer, build);
  const instructions = build(count);
  const measurement = measure(world, { what: `${count} ${what}`, count, feePayer, instructions });
  scene.expectHints(market, wallets.slice(0, count));
  return measurement;
}

function measureAdding(count: number): Measurement {
  const scene = new Scene();
  const { world, relayer: feePayer } = scene;
  const wallets = scene.crowd(count);
  const market = scene.marketOf(wallets);
  scene.expectHints(market, wallets);
  const instructions = [world.build.placeBets(market, scene.betsOf(wallets))];
  const what = `${count} bettors, adding to their positions`;
  return measure(world, { what, count, feePayer, instructions });
}

import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import { keys } from '../../program/test/support/genesis.ts';
import type { Key } from '../../program/test/support/key.ts';
import { type Measurement, measure } from './measurement.ts';
import { outcomeOf, Scene, SLOT } from './scene.ts';
import { findLargest } from './transaction.ts';

const BATCHES = [10, 20, 25];
/** The program's limit. */
const BATCH_MAX = 63;
const { keeper } = keys;

/** A market with a position of each bettor. The keeper settles some of them at a time. */
class Settling {
  readonly #scene: Scene;
  readonly #market: Address;
  readonly #left: Key[];

  constructor(scene: Scene, market: Address, wallets: readonly Key[]) {
    this.#scene = scene;
    this.#market = market;
    this.#left = [...wallets];
    scene.expectHints(market, wallets);
  }

  #build(wallets: readonly Key[]) {
    return [this.#scene.world.build.settlePositions(this.#market, wallets, SLOT)];
  }

  settle(count: number, what: string, version: 0 | 1 = 0): Measurement {
    const instructions = this.#build(this.#left.splice(0, count));
    const sending = { what, count, feePayer: keeper, instructions, version };
    return measure(this.#scene.world, sending);
  }

  settleLargest(what: string, version: 0 | 1 = 0): Measurement {
    const build = (count: number) => this.#build(this.#left.slice(0, count));
    const count = findLargest(BATCH_MAX, keeper, build, version);
    return this.settle(count, `${count} positions, ${what}`, version);
  }
}

/** Winners and losers alternate. */
export function measureSettlements(): Measurement[] {
  const scene = new Scene();
  const wallets = scene.crowd(170);
  const market = scene.marketOf(wallets);
  scene.world.resolve(market, Outcome.Yes);
  const settling = new Settling(scene, market, wallets);
  return [
    settling.settle(1, 'one winner'),
    settling.settle(1, 'one loser'),
    ...BATCHES.map((count) => settling.settle(count, `${count} positions`)),
    settling.settleLargest('the most in 1,232 bytes'),
    settling.settleLargest('the most in a v1 transaction', 1),
    ...measureAlike(),
    measureRefund(),
  ];
}

/** Batches of winners only, and of losers only. */
function measureAlike(): Measurement[] {
  const scene = new Scene();
  const wallets = scene.crowd(50);
  const market = scene.marketOf(wallets);
  scene.world.resolve(market, Outcome.Yes);
  const of = (outcome: Outcome) => wallets.filter((_, index) => outcomeOf(index) === outcome);
  return [
    new Settling(scene, market, of(Outcome.Yes)).settle(25, '25 winners'),
    new Settling(scene, market, of(Outcome.No)).settle(25, '25 losers'),
  ];
}

function measureRefund(): Measurement {
  const scene = new Scene();
  const { world } = scene;
  const wallets = scene.crowd(25);
  const market = scene.marketOf(wallets);
  world.at(world.getMarket(market).refundAt);
  world.must(world.build.refundMarket(market));
  return new Settling(scene, market, wallets).settle(25, '25 refunds');
}

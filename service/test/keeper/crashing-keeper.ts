// One life of the keeper after the other, on one chain and one database file. A life that dies does
// nothing from that moment on: what it had under way on the chain lands or not, and nobody hears.
import { createIndexer, type Indexer } from '../../src/indexer/indexer.ts';
import { createKeeper, type Keeper } from '../../src/keeper/keeper.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createKeeperReads } from '../../src/store/projection/keeper-reads.ts';
import type { Store } from '../../src/store/store.ts';
import type { CrashPoints, KeeperCrashPoint } from '../../src/telemetry/crash-points.ts';
import { SILENT_LOG } from '../../src/telemetry/log.ts';
import type { EmptyWorld } from '../genesis/support.ts';
import type { World } from './support.ts';

class Died extends Error {}

export class Life {
  readonly world: World;
  readonly keeper: Keeper;
  readonly death: Promise<void>;
  readonly #store: Store;
  readonly #indexer: Indexer;
  #armed: KeeperCrashPoint | undefined;
  #isDead = false;
  #die: () => void = () => {};

  private constructor(ground: EmptyWorld & Pick<World, 'utilityMint'>, store: Store) {
    this.death = new Promise((resolve) => {
      this.#die = () => {
        this.#isDead = true;
        resolve();
      };
    });
    const wallMs = () => Date.now();
    this.#store = store;
    const chain = {
      ...ground.chain,
      lander: { land: this.#mortal(ground.chain.lander.land.bind(ground.chain.lander)) },
    };
    const writing: Store = {
      ...{ engine: store.engine, db: store.db },
      write: this.#mortal(store.write.bind(store)) as Store['write'],
      notify: store.notify.bind(store),
      onNotify: store.onNotify.bind(store),
      lead: store.lead.bind(store),
      close: store.close.bind(store),
    };
    this.#indexer = createIndexer({ chain: ground.chain, store, wallMs, log: SILENT_LOG });
    const indexer = { ingest: this.#mortal(this.#indexer.ingest.bind(this.#indexer)) };
    const reads = createKeeperReads(store, this.#indexer.cache);
    const { keys } = ground;
    this.keeper = createKeeper({
      ...{ chain, keys, reads, indexer, wallMs, log: SILENT_LOG },
      store: writing,
      crash: this.#crash,
    });
    const unused = () => this.keeper;
    this.world = { ...ground, store, indexer: this.#indexer, reads, wallMs, keeper: unused };
  }

  static async begin(ground: EmptyWorld & Pick<World, 'utilityMint'>): Promise<Life> {
    const life = new Life(ground, await openStore({ dir: ground.dir, wallMs: () => Date.now() }));
    await life.#indexer.catchUp();
    life.#indexer.start();
    life.keeper.start();
    return life;
  }

  /** From now on it dies there. */
  arm(point: KeeperCrashPoint): void {
    this.#armed = point;
  }

  async end(): Promise<void> {
    await this.keeper.stop();
    await this.#indexer.stop();
    await this.#store.close();
  }

  get #crash(): CrashPoints {
    return {
      reach: (point) => {
        if (point === this.#armed) this.#die();
        if (this.#isDead) throw new Died();
      },
      reachSoon: (point) => {
        if (point === this.#armed) setTimeout(() => this.#die(), 1);
      },
    };
  }

  #mortal<A extends unknown[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return async (...args) => {
      if (this.#isDead) throw new Died();
      const result = await work(...args);
      if (this.#isDead) throw new Died();
      return result;
    };
  }
}

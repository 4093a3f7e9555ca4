// A keeper that tests can crash and start again, on one chain and one database file. After a crash
// it does nothing more: transactions it had sent may land or not, and their results are lost.

import { createIndexer, type Indexer } from '../../src/indexer/indexer.ts';
import { createKeeper, type Keeper } from '../../src/keeper/keeper.ts';
import type { WebReader } from '../../src/keeper/observe/web/web-reader.ts';
import type { DisabledOracles } from '../../src/markets/disabled-oracles.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createKeeperReads } from '../../src/store/projection/list-due-markets.ts';
import type { Store } from '../../src/store/store.ts';
import type { CrashPoints, KeeperCrashPoint } from '../../src/telemetry/crash-points.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import type { startInitialized, World } from './support.ts';

class Crashed extends Error {}

interface Base extends Awaited<ReturnType<typeof startInitialized>> {
  readonly web?: WebReader;
  readonly disabledOracles?: DisabledOracles;
}

export class CrashingKeeper {
  readonly world: World;
  readonly keeper: Keeper;
  readonly crashed: Promise<void>;
  readonly #store: Store;
  readonly #indexer: Indexer;
  #crashPoint: KeeperCrashPoint | undefined;
  #isCrashed = false;
  #doCrash: () => void = () => {};

  private constructor(base: Base, store: Store) {
    this.crashed = new Promise((resolve) => {
      this.#doCrash = () => {
        this.#isCrashed = true;
        resolve();
      };
    });
    const wallMs = () => Date.now();
    this.#store = store;
    const chain = {
      ...base.chain,
      lander: { land: this.#untilCrash(base.chain.lander.land.bind(base.chain.lander)) },
    };
    const writing: Store = {
      ...{ engine: store.engine, db: store.db, migrationDb: store.migrationDb },
      write: this.#untilCrash(store.write.bind(store)) as Store['write'],
      notify: store.notify.bind(store),
      onNotify: store.onNotify.bind(store),
      lead: store.lead.bind(store),
      share: store.share.bind(store),
      close: store.close.bind(store),
    };
    this.#indexer = createIndexer({ chain: base.chain, store, wallMs, log: SILENT_LOG });
    const indexer = { ingest: this.#untilCrash(this.#indexer.ingest.bind(this.#indexer)) };
    const reads = createKeeperReads(store, this.#indexer.cache);
    const { keys } = base;
    const shared = { reads, wallMs, crash: this.#crash, fees: undefined };
    this.keeper = createKeeper({
      ...{ chain, keys, indexer, log: SILENT_LOG, store: writing, ...shared },
      web: base.web,
      disabledOracles: base.disabledOracles,
    });
    const unused = () => this.keeper;
    this.world = { ...base, store, indexer: this.#indexer, ...shared, keeper: unused };
  }

  static async start(base: Base): Promise<CrashingKeeper> {
    const started = new CrashingKeeper(base, await openStore({ dir: base.dir }));
    await started.#indexer.catchUp();
    started.#indexer.start();
    started.keeper.start();
    return started;
  }

  crashAt(point: KeeperCrashPoint): void {
    this.#crashPoint = point;
  }

  async stop(): Promise<void> {
    await this.keeper.stop();
    await this.#indexer.stop();
    await this.#store.close();
  }

  get #crash(): CrashPoints {
    return {
      reach: (point) => {
        if (point === this.#crashPoint) this.#doCrash();
        if (this.#isCrashed) throw new Crashed();
      },
      reachSoon: (point) => {
        if (point === this.#crashPoint) setTimeout(() => this.#doCrash(), 1);
      },
    };
  }

  #untilCrash<A extends unknown[], R>(
    work: (...args: A) => Promise<R>,
  ): (...args: A) => Promise<R> {
    return async (...args) => {
      if (this.#isCrashed) throw new Crashed();
      const result = await work(...args);
      if (this.#isCrashed) throw new Crashed();
      return result;
    };
  }
}

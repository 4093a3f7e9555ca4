// An upgrade of two replicas, one after the other and under load, to a version that adds to the
// tables, and back: the version before runs on, and starts again, on the new tables.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { migrateToNext } from '../support/next-version.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const BETTORS = 4;
const MARKET_SECONDS = 36_000;

describe.skipIf(!hasPostgres())('two replicas', () => {
  let replicas: Replicas;

  beforeAll(async () => {
    replicas = await Replicas.open({ TOTE_RATE_LIMIT_WALLET: '0' });
  });
  afterAll(() => replicas?.close());

  const countNotes = async () =>
    (await replicas.query<{ rows: number }>('select count(note)::int as rows from bets'))[0]?.rows;

  test('are upgraded one after the other under load, and rolled back', async () => {
    let running = [await replicas.start(), await replicas.start()] as ServiceProcess[];
    const [first, second] = running as [ServiceProcess, ServiceProcess];
    const wallets = await Promise.all(
      Array.from({ length: BETTORS }, () => replicas.chain.openWallet(first.api, 1_000n)),
    );
    const marketId = await first.api.createMarket(wallets[0] as SeparateWallet, {
      seconds: MARKET_SECONDS,
    });
    const load = new Load(marketId, wallets, () => running.map(({ api }) => api));
    await load.passed(20);

    // The second one leaves, and comes back as the next version.
    running = [first];
    await second.stop();
    await migrateToNext(replicas.databaseUrl);
    await load.passed(20);
    expect(first.isRunning).toBe(true);
    expect(await countNotes()).toBeGreaterThan(0);
    const upgraded = await replicas.start();
    running = [first, upgraded];
    await load.passed(20);

    // The version before starts again on the new tables: it was restarted, or rolled back to.
    running = [upgraded];
    await first.stop();
    const back = await replicas.start();
    running = [back, upgraded];
    await load.passed(20);
    running = [back];
    await upgraded.stop();
    await load.passed(20);

    const placed = await load.end();
    const { api } = back;
    expect(new Set(placed).size).toBe(placed.length);
    const { body: market } = await api.get(`/markets/${marketId}`);
    expect(market.betCount).toBe(placed.length);
    await expectBalanced(api);
    await replicas.chain.localnet.sandbox.advanceClock(MARKET_SECONDS + 1);
    const isSettled = async () => (await api.get(`/markets/${marketId}`)).body.settled;
    await expect.poll(isSettled).toBe(true);
    await expectBalanced(api);
  });
});

/** Each wallet bets on and on with either replica, and tries again until it is placed. */
class Load {
  readonly #placed: string[] = [];
  readonly #loops: Promise<unknown>;
  #isOver = false;

  constructor(marketId: string, wallets: readonly SeparateWallet[], apis: () => readonly Api[]) {
    this.#loops = Promise.all(
      wallets.map(async (wallet, index) => {
        for (let number = 0; !this.#isOver; number += 1) {
          const outcome = (index + number) % 2 === 0 ? 'Yes' : 'No';
          const request = { marketId, outcome, amount: '0.01', key: `bet ${number}` } as const;
          for (let attempt = 0, isPlaced = false; !isPlaced; attempt += 1) {
            const [api, other = api] = apis();
            const chosen = (attempt + number) % 2 === 0 ? api : other;
            const answer = await chosen?.tryBet(wallet, request);
            if (answer !== undefined && ![201, 409, 425, 429, 503, 504].includes(answer.status)) {
              throw new Error(`refused: ${answer.status} ${answer.text}`);
            }
            isPlaced = answer?.status === 201;
            if (isPlaced) this.#placed.push(answer?.body.betId);
          }
        }
      }),
    );
    this.#loops.catch(() => {});
  }

  /** Waits until this many more bets were placed; fails if one was refused. */
  async passed(more: number): Promise<void> {
    const wanted = this.#placed.length + more;
    const reached = expect.poll(() => this.#placed.length).toBeGreaterThanOrEqual(wanted);
    await Promise.race([reached, this.#loops]);
    await reached;
  }

  /** The ids of all placed bets. */
  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    await this.#loops;
    return this.#placed;
  }
}

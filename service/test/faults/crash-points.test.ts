// Kill -9 at every step of a bet. Afterwards there is one bet or none, nothing stays pending, the
// same request gets the same answer, and every coin is where it should be.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPendingSubmissions } from '../../src/store/journal/submissions.ts';
import { openStore } from '../../src/store/open-store.ts';
import { CRASH_POINTS, type CrashPoint } from '../../src/telemetry/crash-points.ts';
import { openNewWallet } from '../support/new-wallet.ts';
import { hasPostgres, type Postgres, startPostgres } from '../support/postgres.ts';
import { type Answer, type Api, type Credential, expectBalanced } from './support/api.ts';
import { count, isLong } from './support/counts.ts';
import { SeparateChain } from './support/separate-chain.ts';
import { type PreparedProcess, ServiceProcess } from './support/service-process.ts';

/** Where a service lives that dies again and again. */
interface Home {
  readonly env: Record<string, string>;
  openWallet(api: Api): Promise<Credential>;
  /** What a process left is nobody's after a while: this lets the while pass. */
  letTimePass(api: Api): Promise<unknown>;
  close(): Promise<void>;
}

type Place = 'SQLite' | 'PostgreSQL';
type ChainPlace = 'its chain' | 'a chain apart';

const ROUNDS = count(1, 10);
/** Before these there was nothing that could go on by itself. */
const LEAVES_NOTHING: readonly CrashPoint[] = ['K0', 'K1'];

/** Starting a process takes seconds: every day each point is tried on one engine. */
const HOMES: readonly (readonly [Place, ChainPlace, readonly CrashPoint[]])[] = isLong
  ? [
      ['SQLite', 'its chain', CRASH_POINTS],
      ['SQLite', 'a chain apart', CRASH_POINTS],
      ['PostgreSQL', 'its chain', CRASH_POINTS],
      ['PostgreSQL', 'a chain apart', CRASH_POINTS],
    ]
  : [
      ['SQLite', 'its chain', ['K0', 'K2', 'K3', 'K6', 'K7']],
      ['PostgreSQL', 'a chain apart', ['K1', 'K4', 'K5', 'K8', 'K9']],
    ];

let postgres: Postgres | undefined;
beforeAll(async () => {
  if (hasPostgres()) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(HOMES)('on %s, with %s', (place, chainPlace, points) => {
  test.skipIf(place === 'PostgreSQL' && !hasPostgres())(
    `a bet survives kill -9 at ${points.join(', ')}`,
    async () => {
      const databaseUrl = place === 'PostgreSQL' ? await postgres?.createDatabase() : undefined;
      const home = await (chainPlace === 'its chain' ? openTogether : openApart)(databaseUrl);
      try {
        await new Deaths(home, databaseUrl).run(points);
      } finally {
        await home.close();
      }
    },
  );
});

/** The bet during which the process before this one died. */
interface Interrupted {
  readonly point: CrashPoint;
  readonly key: string;
  /** K9: the client had its answer. */
  readonly answer: Answer | undefined;
}

class Deaths {
  readonly #home: Home;
  readonly #databaseUrl: string | undefined;
  #marketId = '';
  #bettor: Credential = { apiKey: '' };
  #placed = 0;

  constructor(home: Home, databaseUrl: string | undefined) {
    this.#home = home;
    this.#databaseUrl = databaseUrl;
  }

  async run(pointsOnce: readonly CrashPoint[]): Promise<void> {
    const points = Array.from({ length: ROUNDS }, () => pointsOnce).flat();
    let next: PreparedProcess = ServiceProcess.prepare();
    let interrupted: Interrupted | undefined;
    for (const [round, point] of points.entries()) {
      const service = await next({ ...this.#home.env, TOTE_CRASH_AT: point });
      next = ServiceProcess.prepare();
      if (interrupted) await this.#check(service.api, interrupted);
      else await this.#open(service.api);
      await service.arm();
      const key = `bet ${round}`;
      const answer = await service.api.tryBet(this.#bettor, { marketId: this.#marketId, key });
      expect(await service.ended).toBe('SIGKILL');
      expect(answer?.status).toBe(point === 'K9' ? 201 : undefined);
      interrupted = { point, key, answer };
    }
    const last = await next(this.#home.env);
    if (interrupted) await this.#check(last.api, interrupted);
    await last.stop();
    expect(await this.#countPending()).toBe(0);
    console.log(`${points.length} deaths, ${this.#placed} bets, 0 lost, 0 doubled`);
  }

  async #open(api: Api): Promise<void> {
    this.#bettor = await this.#home.openWallet(api);
    this.#marketId = await api.createMarket(this.#bettor);
  }

  async #check(api: Api, { point, key, answer }: Interrupted): Promise<void> {
    const before = this.#placed;
    // Nobody asks again: what had been stored is finished, what had not never happened.
    await this.#home.letTimePass(api);
    const isStored = !LEAVES_NOTHING.includes(point);
    const stakes = () => this.#readStakes(api);
    await expect.poll(stakes, { timeout: 30_000 }).toBe(before + (isStored ? 1 : 0));
    const found = isStored ? (await api.listBets(this.#marketId))[0]?.betId : undefined;
    // Then somebody does, twice.
    const retried = await api.betUntilPlaced(this.#bettor, { marketId: this.#marketId, key });
    const again = await api.bet(this.#bettor, { marketId: this.#marketId, key });
    expect([again.status, again.text]).toEqual([201, retried.text]);
    if (found !== undefined) expect(retried.body.betId).toBe(found);
    if (answer) expect(retried.text).toBe(answer.text);
    this.#placed += 1;
    expect(retried.body).toMatchObject({
      newTotalStake: { Yes: this.#placed, No: 0 },
      newOdds: { Yes: 1, No: 0 },
    });
    expect(await stakes()).toBe(this.#placed);
    expect(await api.listBets(this.#marketId)).toHaveLength(Math.min(this.#placed, 100));
    await expectBalanced(api);
  }

  async #readStakes(api: Api): Promise<number> {
    const [market, account] = await Promise.all([
      api.get(`/markets/${this.#marketId}`),
      api.get('/account', this.#bettor),
    ]);
    // What the market says and what the bettor's account says are read a moment apart.
    const { totalVolume } = market.body;
    return account.body.staked.SOL === totalVolume ? totalVolume : Number.NaN;
  }

  async #countPending(): Promise<number> {
    const dir = this.#home.env.TOTE_DATA_DIR as string;
    const place = this.#databaseUrl === undefined ? { dir } : { databaseUrl: this.#databaseUrl };
    const store = await openStore({ ...place, wallMs: Date.now });
    try {
      const all = { before: 1n << 60n, limit: 10 };
      return (await listPendingSubmissions(store.db, all)).length;
    } finally {
      await store.close();
    }
  }
}

/** The chain runs in the process that dies. */
async function openTogether(databaseUrl: string | undefined): Promise<Home> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-crash-'));
  return {
    env: {
      TOTE_PORT: '0',
      TOTE_RPC_PORT: '0',
      TOTE_SLOT_MS: '50',
      TOTE_SANDBOX: '1',
      TOTE_LOG_LEVEL: 'silent',
      TOTE_DATA_DIR: dir,
      ...(databaseUrl !== undefined && { TOTE_DATABASE_URL: databaseUrl }),
    },
    openWallet: (api) => openNewWallet(api.baseUrl, { SOL: '1000' }),
    letTimePass: (api) => api.call('POST', '/sandbox/clock', { body: { advanceSeconds: 10 } }),
    close: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Only the service dies. */
async function openApart(databaseUrl: string | undefined): Promise<Home> {
  const chain = await SeparateChain.start();
  return {
    env: chain.env(databaseUrl),
    openWallet: (api) => chain.openWallet(api, 1_000n),
    letTimePass: () => chain.localnet.sandbox.advanceClock(10),
    close: () => chain.close(),
  };
}

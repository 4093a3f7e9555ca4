// Kill -9 at every step of a bet. Afterwards there is one bet or none, nothing stays pending, the
// same request gets the same answer, and every coin is where it should be.
import { describe, expect, test } from 'vitest';
import { CRASH_POINTS, type CrashPoint } from '../../src/telemetry/crash-points.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type Answer, type Api, type Credential, expectBalanced } from './support/api.ts';
import { count, isLong } from './support/counts.ts';
import { type ChainPlace, type Engine, type Home, openHome, usePostgres } from './support/home.ts';
import { type PreparedProcess, ServiceProcess } from './support/service-process.ts';

const ROUNDS = count(1, 3);
/** Before these there was nothing that could go on by itself. */
const LEAVES_NOTHING: readonly CrashPoint[] = ['before storing', 'while storing'];

/** Starting a process takes seconds: every day each point is tried on one engine. */
const HOMES: readonly (readonly [Engine, ChainPlace, readonly CrashPoint[]])[] = isLong
  ? [
      ['SQLite', 'its chain', CRASH_POINTS],
      ['SQLite', 'a chain apart', CRASH_POINTS],
      ['PostgreSQL', 'its chain', CRASH_POINTS],
      ['PostgreSQL', 'a chain apart', CRASH_POINTS],
    ]
  : [
      [
        'SQLite',
        'its chain',
        ['before storing', 'before sending', 'after sending', 'before indexing', 'while recording'],
      ],
      [
        'PostgreSQL',
        'a chain apart',
        ['while storing', 'after landing', 'before replying', 'after replying'],
      ],
    ];

const postgresFor = usePostgres();

describe.each(HOMES)('on %s, with %s', (engine, chainPlace, points) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(
    `a bet survives kill -9 at ${points.join(', ')}`,
    async () => {
      await using home = await openHome(chainPlace, postgresFor(engine));
      await new Deaths(home).run(points);
    },
  );
});

/** The bet during which the process before this one died. */
interface Interrupted {
  readonly point: CrashPoint;
  readonly key: string;
  /** After replying: the client had its answer. */
  readonly answer: Answer | undefined;
}

class Deaths {
  readonly #home: Home;
  #marketId = '';
  #bettor: Credential = { apiKey: '' };
  #placed = 0;

  constructor(home: Home) {
    this.#home = home;
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
      expect(this.#mayAnswer(point) ? [201, undefined] : [undefined]).toContain(answer?.status);
      if (point === 'after replying') expect(answer?.status).toBe(201);
      interrupted = { point, key, answer };
    }
    const last = await next(this.#home.env);
    if (interrupted) await this.#check(last.api, interrupted);
    await last.stop();
    expect(await this.#home.countPending()).toBe(0);
    console.log(`${points.length} deaths, ${this.#placed} bets, 0 lost, 0 doubled`);
  }

  /** With one process a bet is answered when the chain has it, and its rows follow. */
  #mayAnswer(point: CrashPoint): boolean {
    return (
      point === 'after replying' ||
      (this.#home.env.TOTE_DATABASE_URL === undefined &&
        ['while recording', 'before replying'].includes(point))
    );
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
}

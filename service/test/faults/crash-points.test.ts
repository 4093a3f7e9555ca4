// Kill -9 at every step of a bet. Afterwards there is one bet or none, nothing stays pending, the
// same request gets the same answer, and all balances add up.
import { describe, expect, test } from 'vitest';
import { count, hasRounds, isLong } from '../../../tools/test-setup/stage.ts';
import { CRASH_POINTS, type CrashPoint } from '../../src/telemetry/crash-points.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type Answer, type Api, type Credential, expectBalanced } from './support/api.ts';
import {
  type ChainPlace,
  type Engine,
  type Environment,
  openEnvironment,
} from './support/environment.ts';
import { type PreparedProcess, ServiceProcess } from './support/service-process.ts';

const ROUNDS = count(1, 3);
/** At these points nothing is committed yet, so recovery finds nothing. */
const STORES_NOTHING: readonly CrashPoint[] = ['before storing', 'while storing'];

/** A process takes seconds to start. */
const POINTS: readonly CrashPoint[] = hasRounds ? CRASH_POINTS : ['before indexing'];
const ENVIRONMENTS: readonly (readonly [Engine, ChainPlace])[] = [
  ['SQLite', 'an embedded chain'],
  ...(hasRounds ? [['PostgreSQL', 'a separate chain'] as const] : []),
  ...(isLong ? [['SQLite', 'a separate chain'] as const] : []),
  ...(isLong ? [['PostgreSQL', 'an embedded chain'] as const] : []),
];

describe.each(ENVIRONMENTS)('on %s, with %s', (engine, chainPlace) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(
    `a bet survives kill -9 at ${POINTS.join(', ')}`,
    async () => {
      await using environment = await openEnvironment(chainPlace, engine);
      await new CrashRun(environment).run();
    },
  );
});

/** The bet during which the previous process was killed. */
interface Interrupted {
  readonly point: CrashPoint;
  readonly key: string;
  /** After replying: the client had its answer. */
  readonly answer: Answer | undefined;
}

class CrashRun {
  readonly #environment: Environment;
  #marketId = '';
  #bettor: Credential = { apiKey: '' };
  #placed = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  async run(): Promise<void> {
    const points = Array.from({ length: ROUNDS }, () => POINTS).flat();
    let next: PreparedProcess = ServiceProcess.prepare();
    let interrupted: Interrupted | undefined;
    for (const [round, point] of points.entries()) {
      const service = await next({ ...this.#environment.env, TOTE_CRASH_AT: point });
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
    const last = await next(this.#environment.env);
    if (interrupted) await this.#check(last.api, interrupted);
    await last.stop();
    console.log(`${points.length} kills, ${this.#placed} bets, 0 lost, 0 doubled`);
  }

  /** With one process the reply is sent before its rows are written (reply before projecting). */
  #mayAnswer(point: CrashPoint): boolean {
    return (
      point === 'after replying' ||
      (this.#environment.env.TOTE_DATABASE_URL === undefined &&
        ['while recording', 'before replying'].includes(point))
    );
  }

  async #open(api: Api): Promise<void> {
    this.#bettor = await this.#environment.openWallet(api);
    this.#marketId = await api.createMarket(this.#bettor);
  }

  async #check(api: Api, { point, key, answer }: Interrupted): Promise<void> {
    const before = this.#placed;
    // Without a retry: a stored bet is finished, one that was not stored does not exist.
    await this.#environment.advanceClock(api);
    const isStored = !STORES_NOTHING.includes(point);
    const stakes = () => this.#readStakes(api);
    await expect.poll(stakes).toBe(before + (isStored ? 1 : 0));
    const found = isStored ? (await api.listBets(this.#marketId))[0]?.betId : undefined;
    // Then the client retries twice.
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
    // Recovery passes the crash points too: it would be killed in place of the next bet.
    await expect.poll(() => this.#environment.countPending()).toBe(0);
  }

  async #readStakes(api: Api): Promise<number> {
    const [market, account] = await Promise.all([
      api.get(`/markets/${this.#marketId}`),
      api.get('/account', this.#bettor),
    ]);
    // The two reads are not atomic, so they may differ for a moment.
    const { totalVolume } = market.body;
    return account.body.staked.SOL === totalVolume ? totalVolume : Number.NaN;
  }
}

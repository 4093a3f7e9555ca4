// Kill -9 at every step of a bet, of a market's end and of a post to a webhook. The next process
// goes on from what is stored and what is on chain, and all balances add up.
import { randomUUID } from 'node:crypto';
import { address, createSolanaRpc } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { amount, decideSettlement, type Position, payout } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { count, hasRounds, isLong } from '../../../tools/test-setup/stage.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { CRASH_POINTS, type CrashPoint } from '../../src/telemetry/crash-points.ts';
import { EventReader } from '../conformance/support/event-reader.ts';
import { Receiver } from '../feed/webhooks/support/receiver.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type Api, type Credential, expectBalanced } from './support/api.ts';
import {
  type ChainPlace,
  type Engine,
  type Environment,
  openEnvironment,
} from './support/environment.ts';
import { KEEPER_CRASH_POINTS } from './support/keeper-crash-points.ts';
import { ServiceProcess } from './support/service-process.ts';

const ENVIRONMENTS: readonly (readonly [Engine, ChainPlace])[] = [
  ['SQLite', 'an embedded chain'],
  ...(hasRounds ? [['PostgreSQL', 'a separate chain'] as const] : []),
  ...(isLong ? [['SQLite', 'a separate chain'] as const] : []),
  ...(isLong ? [['PostgreSQL', 'an embedded chain'] as const] : []),
];
/** A process takes seconds to start. */
const BET_POINTS: readonly CrashPoint[] = hasRounds
  ? Array.from({ length: count(1, 3) }, () => CRASH_POINTS).flat()
  : ['before indexing'];
const END_POINTS: readonly CrashPoint[] = hasRounds
  ? KEEPER_CRASH_POINTS
  : ['SettlePositions confirmed'];
const HOOK_POINTS: readonly CrashPoint[] = hasRounds
  ? ['after delivering', 'before delivering']
  : [];

/** What the process after a kill must show. */
type Check = (api: Api) => Promise<void>;

/** What the service is killed at. */
interface Work {
  readonly points: readonly CrashPoint[];
  open(api: Api): Promise<void>;
  /** Until the armed service is killed. */
  interrupt(service: ServiceProcess, point: CrashPoint): Promise<Check>;
}

describe.each(ENVIRONMENTS)('on %s, with %s', (engine, chainPlace) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(
    'bets, ends of markets and webhooks survive kill -9',
    async () => {
      await using environment = await openEnvironment(chainPlace, engine);
      await using receiver = await Receiver.start();
      const ends = engine === 'SQLite' || isLong ? [new Ends(environment)] : [];
      const works = [new Bets(environment), ...ends, new Hooks(environment, receiver)];
      await killAtEach(environment, works);
    },
  );
});

async function killAtEach({ env: given }: Environment, works: readonly Work[]): Promise<void> {
  const env = { ...given, TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' };
  let next = ServiceProcess.prepare();
  let check: Check = async () => {};
  let kills = 0;
  for (const work of works) {
    for (const [index, point] of work.points.entries()) {
      const service = await next({ ...env, TOTE_CRASH_AT: point });
      next = ServiceProcess.prepare();
      await check(service.api);
      if (index === 0) await work.open(service.api);
      check = await work.interrupt(service, point);
      expect(await service.ended).toBe('SIGKILL');
      kills += 1;
    }
  }
  const last = await next(env);
  await check(last.api);
  await last.stop();
  console.log(`${kills} kills, 0 lost, 0 doubled`);
}

/** There is one bet or none, nothing stays pending, the same request gets the same answer. */
class Bets implements Work {
  readonly points = BET_POINTS;
  readonly #environment: Environment;
  #marketId = '';
  #bettor: Credential = { apiKey: '' };
  #placed = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  async open(api: Api): Promise<void> {
    this.#bettor = await this.#environment.openWallet(api);
    this.#marketId = await api.createMarket(this.#bettor);
  }

  async interrupt(service: ServiceProcess, point: CrashPoint): Promise<Check> {
    await service.arm();
    const bet = { marketId: this.#marketId, key: randomUUID() };
    const answer = await service.api.tryBet(this.#bettor, bet);
    expect(this.#mayAnswer(point) ? [201, undefined] : [undefined]).toContain(answer?.status);
    if (point === 'after replying') expect(answer?.status).toBe(201);
    // Before that nothing is committed yet, so recovery finds nothing.
    const isStored = point !== 'before storing' && point !== 'while storing';
    return async (api) => {
      const before = this.#placed;
      // Without a retry: a stored bet is finished, one that was not stored does not exist.
      await this.#environment.advanceClock(api);
      const stakes = () => this.#readStakes(api);
      await expect.poll(stakes).toBe(before + (isStored ? 1 : 0));
      const found = isStored ? (await api.listBets(this.#marketId))[0]?.betId : undefined;
      // Then the client retries twice.
      const retried = await api.betUntilPlaced(this.#bettor, bet);
      const again = await api.bet(this.#bettor, bet);
      expect([again.status, again.text]).toEqual([201, retried.text]);
      if (found !== undefined) expect(retried.body.betId).toBe(found);
      // The client had its answer.
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
    };
  }

  /** With one process the reply is sent before its rows are written (reply before projecting). */
  #mayAnswer(point: CrashPoint): boolean {
    return (
      point === 'after replying' ||
      (this.#environment.env.TOTE_DATABASE_URL === undefined &&
        ['while recording', 'before replying'].includes(point))
    );
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

/** In the long run more than one transaction is needed to settle. */
const BETTORS = count(3, 28);
const SECONDS = 600;
const FEES = { burnBps: 500, developerBps: 500 };

/**
 * The outcome is right, each winner is paid once, the market is closed, fees are collected once.
 */
class Ends implements Work {
  readonly points = END_POINTS;
  readonly #environment: Environment;
  readonly #bettors: (Credential & { readonly key: Key })[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  async open(api: Api): Promise<void> {
    for (let index = 0; index < BETTORS; index += 1) {
      this.#bettors.push(await this.#environment.openWallet(api));
    }
    // The first one has automatic withdrawal.
    const { key } = this.#first;
    const actions = [{ type: 'autoWithdraw', enabled: true }];
    const body = { wallet: key.address, actions };
    const prepared = await api.call('POST', '/account/transactions', { body });
    const transaction = signTransaction(prepared.body.transaction, key);
    const answer = await api.call('POST', '/transactions', { body: { transaction } });
    expect(answer.status).toBe(200);
  }

  get #first() {
    return this.#bettors[0] as Credential & { readonly key: Key };
  }

  async interrupt(service: ServiceProcess): Promise<Check> {
    const { api } = service;
    const marketId = await this.#createMarket(api);
    const [wealth, treasury] = [await this.#readWealth(api), await this.#readTreasury(api)];
    await this.#placeBets(api, marketId);
    await service.arm();
    // The process that serves this request may be killed by it.
    await this.#environment.advanceClock(api, SECONDS + 1).catch(() => undefined);
    return async (api) => {
      const market = async () => (await api.get(`/markets/${marketId}`)).body;
      const end = { status: 'resolved', winningOutcome: 'Yes', settled: true };
      await expect.poll(market).toMatchObject(end);
      const settlement = settle();
      const paid = wealth.map((before, index) => {
        const { stakeYes, stakeNo } = positionOf(index);
        return before - stakeYes - stakeNo + payout(settlement, positionOf(index));
      });
      await expect.poll(() => this.#readWealth(api)).toEqual(paid);
      await expect.poll(() => this.#readTreasury(api)).toBe(treasury + settlement.developer);
      const account = address(marketId.replace('market_', ''));
      const { value } = await this.#rpc().getAccountInfo(account, { encoding: 'base64' }).send();
      expect(value, 'the account of the market').toBeNull();
      await expectBalanced(api);
    };
  }

  /** It resolves to Yes, because the token has a supply. */
  async #createMarket(api: Api): Promise<string> {
    const { body: config } = await api.get('/config');
    const market = {
      question: 'Will its supply be at least 1 at expiry?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      tokenAddress: await this.#environment.findToken(api),
      condition: { type: 'token_supply', comparator: 'gte', threshold: 1 },
      expireAt: new Date(Date.parse(config.now) + SECONDS * 1_000).toISOString(),
    };
    const created = await api.call('POST', '/markets', { body: market, as: this.#first });
    expect(created.status, created.text).toBe(201);
    return created.body.id;
  }

  async #placeBets(api: Api, marketId: string): Promise<void> {
    await Promise.all(
      this.#bettors.map(async (bettor, index) => {
        const { stakeYes, stakeNo } = positionOf(index);
        const [outcome, stake] =
          stakeYes > 0n ? ['Yes' as const, stakeYes] : ['No' as const, stakeNo];
        await api.betUntilPlaced(bettor, {
          ...{ marketId, outcome, key: `${marketId} ${index}` },
          amount: `0.${String(stake).padStart(9, '0')}`,
        });
      }),
    );
  }

  /** Balance plus wallet of each bettor: a sweep moves money from one to the other. */
  #readWealth(api: Api): Promise<bigint[]> {
    return Promise.all(
      this.#bettors.map(async (bettor) => {
        const { body } = await api.get('/account', bettor);
        const inWallet = await this.#readLamports(bettor.key.address);
        return inWallet + BigInt(Math.round(body.balances.SOL * 1e9));
      }),
    );
  }

  async #readTreasury(api: Api): Promise<bigint> {
    return this.#readLamports((await api.get('/config')).body.treasury);
  }

  async #readLamports(wallet: string): Promise<bigint> {
    const reading = this.#rpc().getBalance(address(wallet), { commitment: 'confirmed' });
    return (await reading.send()).value;
  }

  #rpc() {
    return createSolanaRpc(this.#environment.findRpcUrl());
  }
}

function positionOf(index: number): Position {
  const stake = amount(100_000_000n + BigInt(index) * 7n);
  const zero = amount(0n);
  return index % 3 === 1 ? { stakeYes: zero, stakeNo: stake } : { stakeYes: stake, stakeNo: zero };
}

function settle() {
  const positions = Array.from({ length: BETTORS }, (_, index) => positionOf(index));
  const sum = (side: 'stakeYes' | 'stakeNo') =>
    amount(positions.reduce((total, position) => total + position[side], 0n));
  const pools = { yes: sum('stakeYes'), no: sum('stakeNo') };
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome: 'Yes' }, FEES);
  if (settlement.kind !== 'paid') throw new Error('somebody wins in these');
  return settlement;
}

/** The receiver has every event, in order; what it got twice has the same id. */
class Hooks implements Work {
  readonly points = HOOK_POINTS;
  readonly #environment: Environment;
  readonly #receiver: Receiver;
  #bettor: Credential = { apiKey: '' };
  #marketId = '';
  #after = '';
  #placed = 0;

  constructor(environment: Environment, receiver: Receiver) {
    this.#environment = environment;
    this.#receiver = receiver;
  }

  async open(api: Api): Promise<void> {
    const as = await this.#environment.openWallet(api);
    this.#bettor = as;
    this.#marketId = await api.createMarket(as);
    const body = { url: this.#receiver.url, markets: [this.#marketId] };
    const answer = await api.call('POST', '/webhooks', { body, as });
    expect(answer.status, answer.text).toBe(200);
    this.#after = answer.body.lastEventId;
  }

  async interrupt(service: ServiceProcess): Promise<Check> {
    const [marketId, bettor] = [this.#marketId, this.#bettor];
    const key = randomUUID();
    await service.arm();
    await service.api.tryBet(bettor, { marketId, key });
    return async (api) => {
      await api.betUntilPlaced(bettor, { marketId, key });
      await api.betUntilPlaced(bettor, { marketId, key: `after ${key}` });
      this.#placed += 2;
      const query = `marketId=${marketId}&lastEventId=${this.#after}`;
      const feed = await EventReader.open(`${api.baseUrl}/events?${query}`);
      const placed = () => feed.types.filter((type) => type === 'bet.confirmed');
      await expect.poll(placed).toHaveLength(this.#placed);
      // All of them, each for the first time in the order of the feed.
      const ids = () => feed.events.map(({ id }) => id);
      await until(() => expect([...new Set(this.#receiver.ids)]).toEqual(ids()));
      feed.close();
    };
  }
}

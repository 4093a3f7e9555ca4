// Kill -9 of the service at every step of a market's end. The next process continues from the
// chain: the outcome is right, each winner is paid once, the market is closed, fees are collected
// once.
import { address, createSolanaRpc } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { amount, decideSettlement, type Position, payout } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { count, hasRounds, isLong } from '../../../tools/test-setup/stage.ts';
import type { KeeperCrashPoint } from '../../src/telemetry/crash-points.ts';
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
import { type PreparedProcess, ServiceProcess } from './support/service-process.ts';

/** A process takes seconds to start. */
const POINTS: readonly KeeperCrashPoint[] = hasRounds
  ? KEEPER_CRASH_POINTS
  : ['SettlePositions confirmed'];
const ENVIRONMENTS: readonly (readonly [Engine, ChainPlace])[] = [
  ['SQLite', 'an embedded chain'],
  ...(isLong ? [['SQLite', 'a separate chain'] as const] : []),
  ...(isLong ? [['PostgreSQL', 'an embedded chain'] as const] : []),
  ...(isLong ? [['PostgreSQL', 'a separate chain'] as const] : []),
];
/** In the long run more than one transaction is needed to settle. */
const BETTORS = count(3, 28);
const SECONDS = 600;
const FEES = { burnBps: 500, developerBps: 500 };

describe.each(ENVIRONMENTS)('on %s, with %s', (engine, chainPlace) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(
    `a market's end survives kill -9 at each of its steps: ${POINTS.length}`,
    async () => {
      await using environment = await openEnvironment(chainPlace, engine);
      await new CrashRun(environment).run();
    },
  );
});

interface Bettor extends Credential {
  readonly key: Key;
}

/** The market during whose end the previous process was killed. */
interface Interrupted {
  readonly marketId: string;
  readonly wealth: readonly bigint[];
  readonly treasury: bigint;
}

class CrashRun {
  readonly #environment: Environment;
  readonly #bettors: Bettor[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  async run(): Promise<void> {
    let next: PreparedProcess = ServiceProcess.prepare();
    let interrupted: Interrupted | undefined;
    for (const point of POINTS) {
      const service = await next({ ...this.#environment.env, TOTE_CRASH_AT: point });
      next = ServiceProcess.prepare();
      if (interrupted) await this.#check(service.api, interrupted);
      else await this.#open(service.api);
      interrupted = await this.#begin(service.api);
      await service.arm();
      // The process that serves this request may be killed by it.
      await this.#environment.advanceClock(service.api, SECONDS + 1).catch(() => undefined);
      expect(await service.ended).toBe('SIGKILL');
    }
    const last = await next(this.#environment.env);
    if (interrupted) await this.#check(last.api, interrupted);
    await last.stop();
    const payments = POINTS.length * BETTORS;
    console.log(`${POINTS.length} kills of the keeper, ${payments} payments, 0 missed, 0 doubled`);
  }

  async #open(api: Api): Promise<void> {
    for (let index = 0; index < BETTORS; index += 1) {
      this.#bettors.push(await this.#environment.openWallet(api));
    }
    // The first one has automatic withdrawal.
    const [first] = this.#bettors as [Bettor];
    const actions = [{ type: 'autoWithdraw', enabled: true }];
    const body = { wallet: first.key.address, actions };
    const prepared = await api.call('POST', '/account/transactions', { body });
    const transaction = await signTransaction(prepared.body.transaction, first.key);
    const answer = await api.call('POST', '/transactions', { body: { transaction } });
    expect(answer.status).toBe(200);
  }

  /** A market that resolves to Yes, because the token has a supply. */
  async #begin(api: Api): Promise<Interrupted> {
    const { body: config } = await api.get('/config');
    const market = {
      question: 'Will its supply be at least 1 at expiry?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      tokenAddress: await this.#environment.findToken(api),
      condition: { type: 'token_supply', comparator: 'gte', threshold: 1 },
      expireAt: new Date(Date.parse(config.now) + SECONDS * 1_000).toISOString(),
    };
    const [creator] = this.#bettors as [Bettor];
    const created = await api.call('POST', '/markets', { body: market, as: creator });
    expect([created.status, created.text]).toEqual([201, expect.any(String)]);
    const marketId = created.body.id as string;
    const [wealth, treasury] = [await this.#readWealth(api), await this.#readTreasury(api)];
    await Promise.all(
      this.#bettors.flatMap((bettor, index) =>
        (['Yes', 'No'] as const).map(async (outcome) => {
          const { stakeYes, stakeNo } = positionOf(index);
          const stake = outcome === 'Yes' ? stakeYes : stakeNo;
          if (stake === 0n) return;
          await api.betUntilPlaced(bettor, {
            ...{ marketId, outcome, key: `${marketId} ${index} ${outcome}` },
            amount: `0.${String(stake).padStart(9, '0')}`,
          });
        }),
      ),
    );
    return { marketId, wealth, treasury };
  }

  async #check(api: Api, { marketId, wealth, treasury }: Interrupted): Promise<void> {
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

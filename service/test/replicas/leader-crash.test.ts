// Kill -9 of the leading replica, under load: the other one takes over, finishes what was in
// flight, and pays winners once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { count, hasRounds } from '../../../tools/test-setup/stage.ts';
import { CRASH_POINTS, type CrashPoint } from '../../src/telemetry/crash-points.ts';
import { expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { Load } from '../support/load.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const SOL = 1_000_000_000n;
const BETTORS = 6;
const BETS = count(30, 600, 60);
const ROUNDS = count(1, 20);
const POINTS: readonly CrashPoint[] = hasRounds ? CRASH_POINTS : ['before sending'];
const MARKET_SECONDS = 3_600;
/** The losers of one round win in the next, less a tenth. */
const STAKE = BETS / BETTORS;
const FUNDS = BigInt(Math.ceil(2 * STAKE + (STAKE * ROUNDS) / 20));

describe.skipIf(!hasPostgres())('two replicas', () => {
  let replicas: Replicas;
  let survivor: ServiceProcess;
  let wallets: SeparateWallet[];

  beforeAll(async () => {
    replicas = await Replicas.open({ TOTE_RATE_LIMIT_WALLET: '0' });
  });
  afterAll(() => replicas?.close());

  const countPending = async () => {
    const text = `select count(*)::int as rows from submissions where state = 'pending'`;
    return (await replicas.query<{ rows: number }>(text))[0]?.rows;
  };

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'the leader is killed under load, round %i',
    async (round) => {
      // It starts alone, so that it leads everything.
      const leader = survivor ?? (await replicas.start());
      const follower = await replicas.start();
      wallets ??= await Promise.all(
        Array.from({ length: BETTORS }, () => replicas.chain.openWallet(leader.api, FUNDS)),
      );
      const before = await Promise.all(wallets.map((one) => replicas.balanceOf(one)));
      const first = wallets[0] as SeparateWallet;
      const market = { seconds: MARKET_SECONDS };
      const marketId = await leader.api.createMarket(first, market);
      const load = new Load({
        ...{ wallets, name: `round ${round}`, bets: STAKE },
        apis: () => [leader.api, follower.api],
        bet: (wallet) => ({ marketId, outcome: isYes(wallet, round) ? 'Yes' : 'No' }),
      }).start();
      await load.placeMore(BETS / 4);
      await leader.kill();
      survivor = follower;
      const answers = await load.end();

      const { api } = follower;
      expect((await api.get(`/markets/${marketId}`)).body.totalVolume).toBe(BETS);
      const totals = answers.map(({ body }) => body.newTotalStake.Yes + body.newTotalStake.No);
      expect(totals.sort((x, y) => x - y)).toEqual(answers.map((_, index) => index + 1));
      await expect.poll(countPending).toBe(0);
      await expectBalanced(api);

      // Only the leader resolves, and the other replica leads now.
      await replicas.chain.localnet.sandbox.advanceClock(MARKET_SECONDS + 1);
      const status = async () => (await api.get(`/markets/${marketId}`)).body.status;
      await expect.poll(status).toBe('resolved');
      const balances = () => Promise.all(wallets.map((one) => replicas.balanceOf(one)));
      const due = wallets.map((_, index) => (before[index] ?? 0n) + winningsOf(index, round));
      await expect.poll(balances).toEqual(due);
      const { body } = await api.get(`/markets/${marketId}/result`, wallets[1]);
      expect(body).toMatchObject({ winningOutcome: 'No' });
      await expectBalanced(api);
      console.log(`${BETS} bets, 0 lost, 0 doubled; ${load.describe()}`);
    },
  );

  test.each(POINTS)(
    'a replica is killed at %s, and the other one finishes its bet',
    async (point) => {
      const { api } = survivor;
      const crashing = await replicas.start({ TOTE_CRASH_AT: point });
      const bettor = wallets[0] as SeparateWallet;
      const marketId = await api.createMarket(bettor);
      await crashing.arm();
      const before = await replicas.balanceOf(bettor);
      const request = { marketId, key: `crashes at ${point} of ${marketId}` };
      await crashing.api.tryBet(bettor, request);
      expect(await crashing.ended).toBe('SIGKILL');
      const answer = await api.betUntilPlaced(bettor, request);
      expect(answer.body.newTotalStake).toEqual({ Yes: 1, No: 0 });
      expect(await replicas.balanceOf(bettor)).toBe(before - SOL);
      expect((await api.bet(bettor, request)).text).toBe(answer.text);
      expect(await api.listBets(marketId)).toHaveLength(1);
      await expect.poll(countPending).toBe(0);
    },
  );
});

/** Yes loses: 5 % of it is burned, 5 % is the developer share, the rest goes to No. */
function winningsOf(index: number, round: number): bigint {
  const stake = BigInt(STAKE) * SOL;
  return isYes(index, round) ? -stake : (stake * 90n) / 100n;
}

/** Every second bettor, so that both pools are equal. */
const isYes = (index: number, round: number) => (index + round) % 2 === 0;

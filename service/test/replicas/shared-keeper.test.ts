// Replicas share the work of the keeper. One that is paused for longer than its leases loses them;
// when it goes on, nothing is paid, resolved or announced twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { type Api, expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const SOL = 1_000_000_000n;
const MARKETS = count(8, 60);
const ROUNDS = count(2, 10);
const SECONDS = 3_600;
const PARTS = 32;

describe.skipIf(!hasPostgres())('two keepers', () => {
  let replicas: Replicas;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let winner: SeparateWallet;
  let loser: SeparateWallet;

  beforeAll(async () => {
    ({ replicas, first, second } = await Replicas.openPair({
      TOTE_RATE_LIMIT_WALLET: '0',
      // One wallet creates hundreds of markets.
      TOTE_MARKETS_PER_CREATOR: '100000',
      TOTE_RENT_BUDGET_PER_DAY: '100',
      TOTE_FEES_PER_WALLET: '1000000000',
    }));
    [winner, loser] = await Promise.all([
      replicas.chain.openWallet(first.api, 1_000n),
      replicas.chain.openWallet(first.api, 1_000n),
    ]);
  });
  afterAll(() => replicas?.close());

  /** Nobody attests, so No wins. Bets go through both replicas. */
  const createMarkets = async () => {
    const ids: string[] = [];
    while (ids.length < MARKETS) {
      const marketId = await first.api.createMarket(winner, { seconds: SECONDS });
      const api = ids.length % 2 === 0 ? first.api : second.api;
      const key = (who: string) => `${marketId} ${who}`;
      await Promise.all([
        api.betUntilPlaced(winner, { marketId, outcome: 'No', key: key('winner') }),
        api.betUntilPlaced(loser, { marketId, outcome: 'Yes', key: key('loser') }),
      ]);
      ids.push(marketId);
    }
    return ids;
  };
  const countSettled = async (api: Api, ids: readonly string[]) => {
    const all = await Promise.all(ids.map(async (id) => (await api.get(`/markets/${id}`)).body));
    return all.filter(({ status, settled }) => status === 'resolved' && settled).length;
  };
  const expectPaidOnce = async (ids: readonly string[], before: bigint) => {
    // The stake, and nine tenths of the loser's.
    const due = before + (BigInt(ids.length) * SOL * 9n) / 10n;
    await expect.poll(() => replicas.balanceOf(winner)).toBe(due);
    for (const type of ['market.closed', 'market.resolved']) {
      const text = `select market_id from feed where type = '${type}'`;
      const rows = await replicas.query<{ market_id: string }>(text);
      const announced = rows.map((row) => row.market_id).filter((id) => ids.includes(id));
      expect(announced.sort(), type).toEqual([...ids].sort());
    }
    await expectBalanced(first.api);
  };

  test('both do a part of it', async () => {
    const parts = () => Promise.all([partsOf(first.api), partsOf(second.api)]);
    await expect.poll(parts).toEqual([PARTS / 2, PARTS / 2]);
    let settled = [0, 0];
    // A market is in the part that its id says: all of a round may be in parts of one replica.
    for (let round = 1; round <= 5 && settled.includes(0); round += 1) {
      const before = await replicas.balanceOf(winner);
      const ids = await createMarkets();
      await replicas.chain.localnet.sandbox.advanceClock(SECONDS + 1);
      await expect.poll(() => countSettled(second.api, ids)).toBe(MARKETS);
      await expectPaidOnce(ids, before);
      settled = await Promise.all([first, second].map(({ api }) => doneOf(api)));
    }
    expect(settled).not.toContain(0);
    console.log(`markets settled by two replicas: ${settled.join(' and ')} jobs`);
  });

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'one is paused for longer than its leases, round %i',
    async () => {
      const before = await replicas.balanceOf(winner);
      const ids = await createMarkets();
      await replicas.chain.localnet.sandbox.advanceClock(SECONDS + 1);
      // At once: it may have begun some of its jobs.
      first.freeze();
      const pausedAt = performance.now();
      try {
        // It gets them when the leases are over.
        await expect.poll(() => partsOf(second.api)).toBe(PARTS);
        const takenMs = Math.round(performance.now() - pausedAt);
        await expect.poll(() => countSettled(second.api, ids)).toBe(MARKETS);
        console.log(`paused: its parts were taken after ${takenMs} ms`);
      } finally {
        first.thaw();
      }
      const parts = () => Promise.all([partsOf(first.api), partsOf(second.api)]);
      await expect.poll(parts).toEqual([PARTS / 2, PARTS / 2]);
      await expectPaidOnce(ids, before);
      // It serves again, and its bets are indexed. The next round settles this one, or the open
      // positions of the rounds would fill the account.
      const marketId = await first.api.createMarket(winner, { seconds: SECONDS });
      const { body } = await first.api.betUntilPlaced(loser, { marketId, key: marketId });
      expect(body.newTotalStake).toEqual({ Yes: 1, No: 0 });
    },
  );

  test('one is killed, and the other has everything within seconds', async () => {
    const ids = await createMarkets();
    const before = await replicas.balanceOf(winner);
    await second.kill();
    const killedAt = performance.now();
    await expect.poll(() => partsOf(first.api)).toBe(PARTS);
    const takenMs = Math.round(performance.now() - killedAt);
    await replicas.chain.localnet.sandbox.advanceClock(SECONDS + 1);
    await expect.poll(() => countSettled(first.api, ids)).toBe(MARKETS);
    await expectPaidOnce(ids, before + BigInt(MARKETS) * SOL);
    console.log(`killed: its parts were taken after ${takenMs} ms`);
  });
});

async function readMetric(api: Api, pattern: RegExp): Promise<number> {
  const { text } = await api.call('GET', '/../metrics');
  return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
}

const partsOf = (api: Api) => readMetric(api, /^tote_keeper_parts (\d+)$/gm);
const doneOf = (api: Api) =>
  readMetric(api, /^tote_keeper_done_total\{task="settle-ended-markets"\} (\d+)$/gm);

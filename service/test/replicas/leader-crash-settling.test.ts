// Both replicas have a keeper. Kill -9 of the one that settles a market: the other one pays the
// rest, and nobody twice.
import { address } from '@solana/kit';
import { amount } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../src/store/postgres/assign-parts.ts';
import { type Api, expectBalanced } from '../faults/support/api.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { createBettor, placeManyBets } from '../keeper/support.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const SOL = 1_000_000_000n;
/** They need more than two transactions. */
const POSITIONS = 60;
const SECONDS = 3_600;
const isYes = (index: number) => index % 2 === 0;
/** Half of them win nine tenths of a losing stake each. */
const gainOf = (index: number) => (isYes(index) ? 0n : (SOL * 9n) / 10n);

describe.skipIf(!hasPostgres())('two keepers', () => {
  test('the leader is killed while it settles, and the other one pays the rest', async () => {
    await using replicas = await Replicas.open({ TOTE_RATE_LIMIT_WALLET: '0' });
    const prepared = ServiceProcess.prepare();
    const leader = await replicas.start({ TOTE_CRASH_AT: 'SettlePositions confirmed' });
    const { chain, keys, localnet } = replicas.chain;
    const { utilityMint } = await chain.accounts.getConfig();
    // The service indexes these bets without our help.
    const world = { chain, keys, utilityMint, indexer: { ingest: async () => undefined } };
    const bettors = await Promise.all(Array.from({ length: POSITIONS }, () => createBettor(world)));
    const creator = await replicas.chain.openWallet(leader.api);
    // Only one keeper runs, so this proves that it works.
    const first = await leader.api.createMarket(creator, { seconds: 60 });
    await localnet.sandbox.advanceClock(61);
    const status = async (api: Api, id: string) => (await api.get(`/markets/${id}`)).body.status;
    await expect.poll(() => status(leader.api, first)).toBe('resolved');
    const [own] = await replicas.query<{ id: string }>('select id from replicas');
    const { api } = await replicas.start({}, { prepared });
    await expect.poll(() => countHolders(replicas)).toBe(2);

    const marketId = await createMarketOf(own?.id, replicas, () =>
      leader.api.createMarket(creator, { seconds: SECONDS }),
    );
    const market = { address: address(marketId.replace('market_', '')), isGated: true };
    const bets = bettors.map((bettor, index) => {
      return { bettor, outcome: isYes(index) ? 'Yes' : 'No', stake: amount(SOL) } as const;
    });
    await placeManyBets(world, { market, betId: 1, bets });
    const volume = async () => (await leader.api.get(`/markets/${marketId}`)).body.totalVolume;
    await expect.poll(volume).toBe(POSITIONS);
    await leader.arm();
    await localnet.sandbox.advanceClock(SECONDS + 1);
    expect(await leader.ended).toBe('SIGKILL');
    const due = bettors.map((_, index) => (isYes(index) ? 99n : 100n) * SOL + gainOf(index));
    const balances = () =>
      Promise.all(
        bettors.map(
          async ({ key }) => (await chain.accounts.findBettor(key.address))?.available[0],
        ),
      );
    await expect.poll(balances).toEqual(due);
    const settled = async () => (await api.get(`/markets/${marketId}`)).body.settled;
    await expect.poll(settled).toBe(true);
    await expectBalanced(api);
  });
});

const PARTS = 32;
const TRIES = 20;

async function countHolders(replicas: Replicas): Promise<number> {
  const text = `select distinct holder from leases where name like 'keeper %'`;
  return (await replicas.query(text)).length;
}

/** A market in the share of this replica; about every second one is. */
async function createMarketOf(
  id: string | undefined,
  replicas: Replicas,
  create: () => Promise<string>,
): Promise<string> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const marketId = await create();
    const name = `keeper ${hashOf(marketId) % PARTS}`;
    const rows = await replicas.query<{ holder: string }>(
      `select holder from leases where name = '${name}'`,
    );
    if (rows[0]?.holder === id) return marketId;
  }
  throw new Error(`none of ${TRIES} markets is in the share of the replica`);
}

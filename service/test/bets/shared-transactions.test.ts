// Bets of several markets share a transaction. What happens to one market does not change the
// result of the others, and every bet counts once.
import type { Address } from '@solana/kit';
import type { Lander } from '@tote/chain/landing';
import { unixSeconds } from '@tote/domain';
import { getResolveMarketInstruction, Outcome } from '@tote/program-client';
import { expect, test } from 'vitest';
import { SOL, type World } from '../../../packages/chain/test/world.ts';
import { findTransaction } from '../../src/queries/find-transaction.ts';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import { CRASH_POINTS } from '../../src/telemetry/crash-points.ts';
import {
  type Betting,
  type BettingOptions,
  bet,
  callerOf,
  crashWhile,
  createBetting,
  keyed,
  landingBy,
  startBetting,
} from '../submissions/betting.ts';

const CENT = 10_000_000n;
const MARKETS = 3;
const BETTORS = 2;

interface PlannedBet {
  readonly wallet: Address;
  readonly marketId: string;
}

async function createMarkets(options: BettingOptions = {}, bettors = BETTORS) {
  const betting = await createBetting(options);
  const markets: Awaited<ReturnType<Betting['createMarket']>>[] = [];
  while (markets.length < MARKETS) markets.push(await betting.createMarket());
  const planned: PlannedBet[] = [];
  for (const { id } of Array.from({ length: bettors }, () => markets).flat()) {
    const { wallet } = await betting.world.openBettor();
    await betting.context.bettors.read(wallet.address);
    planned.push({ wallet: wallet.address, marketId: id });
  }
  return { ...betting, betting, markets, planned };
}

const placeAll = (placeBet: Betting['placeBet'], planned: readonly PlannedBet[]) =>
  Promise.allSettled(
    planned.map(({ wallet, marketId }) =>
      placeBet(callerOf(wallet), bet(marketId), keyed(`in ${marketId}`)),
    ),
  );

const valuesOf = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
  results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });

/** On chain: the pools of each market, and what each bettor has left. */
async function expectPlaced(
  { chain }: World,
  planned: readonly PlannedBet[],
  isPlaced: (one: PlannedBet) => boolean = () => true,
): Promise<void> {
  for (const id of new Set(planned.map(({ marketId }) => marketId))) {
    const account = await chain.accounts.findMarket(id.replace('market_', '') as Address);
    const count = planned.filter((one) => one.marketId === id && isPlaced(one)).length;
    expect(account?.pools).toEqual([BigInt(count) * CENT, 0n]);
  }
  for (const one of planned) {
    const bettor = await chain.accounts.findBettor(one.wallet);
    expect(bettor?.available[0]).toBe(10n * SOL - (isPlaced(one) ? CENT : 0n));
  }
}

const listSubmissions = ({ store }: Pick<Betting, 'store'>) =>
  store.db.selectFrom('submissions').selectAll().orderBy('created_at').execute();

async function resolve({ chain, oracle, relayer }: World, market: Address): Promise<void> {
  const instruction = getResolveMarketInstruction({
    market,
    oracle: oracle.signer,
    config: chain.addresses.config,
    outcome: Outcome.Yes,
    evidenceHash: new Uint8Array(32),
  });
  await chain.send([instruction], [relayer, oracle]);
}

test('bets of several markets at once go into one transaction, each with the pools of its market', async () => {
  const { betting, world, store, placeBet, planned, markets, context } = await createMarkets();
  const records = valuesOf(await placeAll(placeBet, planned));
  expect(new Set(records.map(({ transactionId }) => transactionId)).size).toBe(1);
  for (const [index, record] of records.entries()) {
    expect(record).toMatchObject({ state: 'confirmed', marketId: planned[index]?.marketId });
  }
  for (const { id } of markets) {
    const own = records.filter(({ marketId }) => marketId === id);
    expect(own.map(({ pools }) => pools.yes)).toEqual([CENT, 2n * CENT]);
    expect((await context.findMarket(id))?.pools).toEqual({ yes: 2n * CENT, no: 0n });
    const rows = store.db.selectFrom('bets').select('bet_id').where('market_id', '=', id);
    expect(await rows.execute()).toHaveLength(BETTORS);
  }
  expect(await listSubmissions(betting)).toEqual([]);
  await expectPlaced(world, planned);
  // The same request has the same answer.
  expect(valuesOf(await placeAll(placeBet, planned))).toEqual(records);
});

test('a market that has ended refuses its own bets, and only those', async () => {
  const { betting, world, placeBet, planned, markets } = await createMarkets();
  const ended = markets[1] as (typeof markets)[number];
  await resolve(world, ended.address);
  const results = await placeAll(placeBet, planned);
  for (const [index, result] of results.entries()) {
    if (planned[index]?.marketId === ended.id) {
      expect(result).toMatchObject({ status: 'rejected', reason: { status: 409 } });
    } else expect(result).toMatchObject({ value: { state: 'confirmed' } });
  }
  await expectPlaced(world, planned, ({ marketId }) => marketId !== ended.id);
  const submissions = await listSubmissions(betting);
  const shared = submissions.filter((row) => row.market_id === null);
  expect(shared).toMatchObject([{ state: expect.stringMatching(/refused|failed/) }]);
  expect(shared[0]?.replaced_by?.split(' ')).toHaveLength(MARKETS);
});

test('an expired transaction is signed again without a market that was decided since', async () => {
  const { betting, world, store, planned, markets, context } = await createMarkets();
  const decided = markets[2] as (typeof markets)[number];
  const { lander } = world.chain;
  let landings = 0;
  const land: Lander['land'] = async (...args) => {
    landings += 1;
    if (landings > 1) return lander.land(...args);
    const said = { outcome: 'Yes', evidence: 'x', wallet: world.oracle.address } as const;
    const attestation = { marketId: decided.id, ...said, createdAt: unixSeconds(1_800_000_000) };
    await store.write((db) => recordAttestation(db, attestation));
    return { kind: 'expired' };
  };
  const other = await startBetting(landingBy(world, land), store, { bettors: context.bettors });
  const results = await placeAll(other.placeBet, planned);
  for (const [index, result] of results.entries()) {
    if (planned[index]?.marketId === decided.id) {
      expect(result).toMatchObject({ reason: { code: 'condition_already_met' } });
    } else expect(result).toMatchObject({ value: { state: 'confirmed' } });
  }
  await expectPlaced(world, planned, ({ marketId }) => marketId !== decided.id);
  expect(landings).toBe(1 + (MARKETS - 1));
  const failed = await store.db.selectFrom('submitted_bets').selectAll().execute();
  expect(failed.map(({ market_id }) => market_id)).toEqual([decided.id, decided.id]);
  const feed = await store.db.selectFrom('feed').select('type').execute();
  expect(feed.filter(({ type }) => type === 'bet.failed')).toHaveLength(BETTORS);
  // The same request has the same answer.
  expect(await placeAll(other.placeBet, planned)).toEqual(results);
  const shared = (await listSubmissions(betting)).find((row) => row.market_id === null);
  const found = await findTransaction(
    { ...other.context, cache: other.indexer.cache } as never,
    shared?.signature ?? '',
  );
  expect(found?.bets.map(({ state }) => state).sort()).toEqual([
    ...['confirmed', 'confirmed', 'confirmed', 'confirmed', 'failed', 'failed'],
  ]);
  const pending = (await listSubmissions(betting)).filter(({ state }) => state === 'pending');
  expect(pending).toEqual([]);
});

test('an expired transaction whose markets are all open is signed again whole', async () => {
  const { betting, world, store, planned, context } = await createMarkets();
  const { lander, blockhashes } = world.chain;
  let landings = 0;
  const land: Lander['land'] = async (...args) => {
    landings += 1;
    if (landings > 1) return lander.land(...args);
    const { blockhash } = await blockhashes.latest();
    const isNew = async () => (await blockhashes.latest()).blockhash !== blockhash;
    await expect.poll(isNew).toBe(true);
    return { kind: 'expired' };
  };
  const other = await startBetting(landingBy(world, land), store, { bettors: context.bettors });
  const records = valuesOf(await placeAll(other.placeBet, planned));
  expect(new Set(records.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(landings).toBe(2);
  await expectPlaced(world, planned);
  const left = (await listSubmissions(betting)).map(({ state, replaced_by }) => [
    state,
    replaced_by,
  ]);
  expect(left).toEqual([['expired', records[0]?.transactionId]]);
});

test.each(CRASH_POINTS)(
  'after a crash: %s, every bet counts once and nothing is pending',
  async (point) => {
    const { betting, world, store, planned } = await createMarkets();
    await crashWhile(betting, point, ({ placeBet }) => placeAll(placeBet, planned));
    const next = await startBetting(world, store);
    await next.recover();
    await next.indexer.catchUp();
    const records = valuesOf(await placeAll(next.placeBet, planned));
    expect(records.map(({ state }) => state)).toEqual(planned.map(() => 'confirmed'));
    await expectPlaced(world, planned);
    expect(await next.recover()).toBe(0);
    const feed = store.db.selectFrom('feed').select('type').where('type', '=', 'bet.confirmed');
    expect(await feed.execute()).toHaveLength(planned.length);
    const pending = (await listSubmissions(betting)).filter(({ state }) => state === 'pending');
    expect(pending).toEqual([]);
  },
);

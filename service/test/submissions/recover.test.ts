import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import type { CrashPoint } from '../../src/telemetry/crash-points.ts';
import {
  availableOf,
  bet,
  callerOf,
  crashWhile,
  createBetting,
  keyed,
  passExpiry,
  startBetting,
} from './betting.ts';
import { marketInput, text } from './prepared-world.ts';

async function crashWhilePlacing(point: CrashPoint, seconds?: number) {
  const betting = await createBetting();
  const { world, store } = betting;
  const { wallet } = await world.openBettor();
  const market = await betting.createMarket(seconds === undefined ? {} : { seconds });
  const caller = callerOf(wallet.address);
  await crashWhile(betting, point, ({ placeBet }) =>
    placeBet(caller, bet(market.id), keyed('one')),
  );
  return { world, store, wallet, market, caller };
}

describe('a process that crashes while it places a bet', () => {
  test('and whose bet is indexed before it is recovered: it does not stay pending', async () => {
    const { world, store, market, caller } = await crashWhilePlacing('after landing');
    const next = await startBetting(world, store);
    await next.indexer.catchUp();
    // Another bet of the same bettor, so that all rows of the first are assumed to be new.
    await next.placeBet(caller, bet(market.id));
    const states = () => store.db.selectFrom('submissions').select('state').execute();
    expect(await states()).toEqual([{ state: 'pending' }]);
    await next.recover();
    // Landed ones are deleted.
    expect(await states()).toEqual([]);
    const feed = store.db.selectFrom('feed').select('type').where('type', '=', 'bet.confirmed');
    expect(await feed.execute()).toHaveLength(2);
  });

  test('and whose market closes meanwhile: no bet, and the same refusal on retry', async () => {
    const { world, store, wallet, market, caller } = await crashWhilePlacing('before sending', 100);
    await world.localnet.sandbox.advanceClock(200);
    await world.chain.clock.refresh();

    const next = await startBetting(world, store);
    await next.recover();
    const placing = () => next.placeBet(caller, bet(market.id), keyed('one'));
    await expect(placing()).rejects.toMatchObject({ code: 'market_closed' });
    await expect(placing()).rejects.toMatchObject({ code: 'market_closed' });
    expect(await availableOf(world, wallet.address)).toBe(10n * SOL);
  });

  test('and whose market turns out to be mismatched: nothing is signed again', async () => {
    const { world, store, wallet, market, caller } = await crashWhilePlacing('before sending');
    // A later version of the service may detect more mismatches.
    await store.write((db) =>
      db.updateTable('markets').set({ mismatch: 'They differ.' }).execute().then(),
    );
    await passExpiry(world, store);

    const next = await startBetting(world, store);
    await next.recover();
    const all = await store.db.selectFrom('submissions').selectAll().execute();
    expect(all).toMatchObject([{ state: 'expired', replaced_by: null }]);
    const placing = next.placeBet(caller, bet(market.id));
    await expect(placing).rejects.toMatchObject({ code: 'market_mismatch', status: 403 });
    expect(await availableOf(world, wallet.address)).toBe(10n * SOL);
  });
});

const POOLS = { yes: SOL / 4n, no: (3n * SOL) / 4n };

const STAKES = [
  { outcome: 'Yes', amount: text('0.25') },
  { outcome: 'No', amount: text('0.75') },
] as const;

test('a process that crashes while it creates a market leaves one or none', async () => {
  const betting = await createBetting();
  const { world, store } = betting;
  const { wallet } = await world.openBettor();
  const caller = callerOf(wallet.address);
  const input = marketInput(world, { initialStakes: STAKES });
  for (const point of [
    'while storing',
    'before sending',
    'after landing',
    'before indexing',
    'before replying',
  ] as const) {
    await crashWhile(betting, point, ({ create }) => create(caller, input, keyed(point)));
    const next = await startBetting(world, store);
    await next.recover();
    const created = await next.create(caller, input, keyed(point));
    expect(created).toMatchObject({ state: 'confirmed', market: { pools: POOLS } });
    expect(await next.create(caller, input, keyed(point))).toEqual(created);
  }
  expect(await store.db.selectFrom('markets').select('id').execute()).toHaveLength(5);
  expect(await availableOf(world, wallet.address)).toBe(5n * SOL);
});

test('a market whose transaction expired unsent is signed again', async () => {
  const betting = await createBetting();
  const { world, store } = betting;
  const { wallet } = await world.openBettor();
  const caller = callerOf(wallet.address);
  const input = marketInput(world, { initialStakes: STAKES });
  await crashWhile(betting, 'before sending', ({ create }) => create(caller, input, keyed('one')));
  const first = await passExpiry(world, store);

  const next = await startBetting(world, store);
  await next.recover();
  const created = await next.create(caller, input, keyed('one'));
  expect(created).toMatchObject({ state: 'confirmed', market: { pools: POOLS } });
  const rows = await store.db.selectFrom('submissions').selectAll().orderBy('created_at').execute();
  expect(rows).toHaveLength(2);
  const signature = created.transactionId;
  expect(rows.find((row) => row.signature === first.signature)).toMatchObject({
    state: 'expired',
    replaced_by: signature,
  });
  expect(rows.find((row) => row.signature === signature)).toMatchObject({ state: 'landed' });
  expect(await store.db.selectFrom('markets').select('id').execute()).toHaveLength(1);
  expect(await availableOf(world, wallet.address)).toBe(9n * SOL);
});

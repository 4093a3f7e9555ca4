import { expect, test } from 'vitest';
import { insertFeedRows } from '../../src/store/journal/feed.ts';
import { getSetting, setSetting } from '../../src/store/journal/settings.ts';
import type { Retention } from '../../src/store/retention.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from './support/engines.ts';
import { RETENTION, removeOutdated } from './support/remove-outdated.ts';

const NOW = 1_900_000_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const nonceOf = (nonce: string, expiresAt: number) => ({
  wallet: 'wallet',
  nonce,
  request_hash: '',
  expires_at: BigInt(expiresAt),
});

const requestOf = (key: string, createdAt: number) => ({
  wallet: 'wallet',
  idempotency_key: key,
  request_hash: '',
  created_at: BigInt(createdAt),
});

const preparedOf = (hash: string, createdAt: number) => ({
  message_hash: hash,
  wallet: 'wallet',
  kind: 'bet',
  intent: '{}',
  last_valid_block_height: 1n,
  created_at: BigInt(createdAt),
});

const submissionOf = (
  signature: string,
  state: string,
  decidedAt: number | null,
  replacedBy: string | null = null,
) => ({
  signature,
  kind: 'wallet',
  wire: new Uint8Array([1]),
  last_valid_block_height: 1n,
  state,
  replaced_by: replacedBy,
  created_at: 0n,
  decided_at: decidedAt === null ? null : BigInt(decidedAt),
});

const failedBetOf = (betId: string, decidedAt: number) => ({
  ...{ bet_id: betId, wallet: 'wallet', bettor: 'bettor', epoch: 1n, id_number: 1n },
  ...{ market_id: 'market', outcome: 1n, amount: 1n, signature: 'a', state: 'failed' },
  ...{ created_at: 0n, decided_at: BigInt(decidedAt) },
});

const eventAt = (seconds: number) => ({
  type: 'market.closed',
  market_id: null,
  wallet: null,
  data: '{}',
  created_at: BigInt(seconds * 1_000),
});

/** The names of what is left, each with `old` before its limit and `kept` at it. */
async function listLeft({ db }: Store): Promise<Record<string, unknown[]>> {
  const nonces = await db.selectFrom('nonces').select('nonce').execute();
  const requests = await db.selectFrom('requests').select('idempotency_key').execute();
  const prepared = await db.selectFrom('prepared').select('message_hash').execute();
  const submissions = await db.selectFrom('submissions').select('signature').execute();
  const bets = await db.selectFrom('submitted_bets').select('bet_id').execute();
  const events = await db.selectFrom('feed').select('created_at').orderBy('id').execute();
  return {
    nonces: nonces.map((row) => row.nonce),
    requests: requests.map((row) => row.idempotency_key),
    prepared: prepared.map((row) => row.message_hash),
    submissions: submissions.map((row) => row.signature).sort(),
    bets: bets.map((row) => row.bet_id),
    events: events.map((row) => Number(row.created_at) / 1_000),
  };
}

async function fill(store: Store, { requests, refused, events }: Retention): Promise<void> {
  await store.write(async (db) => {
    const nonces = [nonceOf('old', NOW - 1), nonceOf('kept', NOW)];
    await db.insertInto('nonces').values(nonces).execute();
    const keys = [requestOf('old', NOW - requests - 1), requestOf('kept', NOW - requests)];
    await db.insertInto('requests').values(keys).execute();
    const prepared = [preparedOf('old', NOW - requests - 1), preparedOf('kept', NOW - requests)];
    await db.insertInto('prepared').values(prepared).execute();
    const landedAt = NOW - requests - HOUR;
    const submissions = [
      submissionOf('landed old', 'landed', landedAt - 1),
      submissionOf('landed kept', 'landed', landedAt),
      submissionOf('replaced old', 'landed', NOW - refused - 1, 'landed kept'),
      submissionOf('replaced kept', 'landed', NOW - refused, 'landed kept'),
      submissionOf('pending kept', 'pending', null),
      ...['failed', 'refused', 'expired'].flatMap((state) => [
        submissionOf(`${state} old`, state, NOW - refused - 1),
        submissionOf(`${state} kept`, state, NOW - refused),
      ]),
    ];
    await db.insertInto('submissions').values(submissions).execute();
    const bets = [failedBetOf('old', NOW - refused - 1), failedBetOf('kept', NOW - refused)];
    await db.insertInto('submitted_bets').values(bets).execute();
    const times = [NOW - events - 1, NOW - events, NOW];
    await insertFeedRows(db, times.map(eventAt));
  });
}

const SHORT: Retention = { requests: 2 * DAY, refused: 5 * DAY, events: 3 * DAY };

describeEngines(['postgres', 'memory'], (engine) => {
  test.each([
    ['the defaults', RETENTION],
    ['other settings', SHORT],
  ])('removes what is older than the limits, to the second: %s', async (_, retention) => {
    const store = await engine.open();
    await fill(store, retention);
    expect(await removeOutdated(store, NOW, retention)).toBe(10n);
    expect(await removeOutdated(store, NOW, retention)).toBe(0n);
    expect(await listLeft(store)).toEqual({
      nonces: ['kept'],
      requests: ['kept'],
      prepared: ['kept'],
      submissions: [
        ...['expired kept', 'failed kept', 'landed kept', 'pending kept'],
        ...['refused kept', 'replaced kept'],
      ],
      bets: ['kept'],
      events: [NOW - retention.events, NOW],
    });
  });

  test('removes a thousand rows at a time, the oldest first', async () => {
    const store = await engine.open();
    const rows = Array.from({ length: 1_500 }, (_, index) => nonceOf(`${index}`, index));
    await store.write((db) => db.insertInto('nonces').values(rows).execute());
    expect(await removeOutdated(store, NOW)).toBe(1_000n);
    const oldest = store.db
      .selectFrom('nonces')
      .select('expires_at')
      .orderBy('expires_at')
      .limit(1);
    expect(await oldest.execute()).toEqual([{ expires_at: 1_000n }]);
    expect(await removeOutdated(store, NOW)).toBe(500n);
  });

  test('settings: the last value counts', async () => {
    const store = await engine.open();
    expect(await getSetting(store.db, 'mint')).toBeUndefined();
    await store.write((db) => setSetting(db, 'mint', 'a'));
    await store.write((db) => setSetting(db, 'mint', 'b'));
    await store.write((db) => setSetting(db, 'other', ''));
    expect(await getSetting(store.db, 'mint')).toBe('b');
    expect(await getSetting(store.db, 'other')).toBe('');
  });
});

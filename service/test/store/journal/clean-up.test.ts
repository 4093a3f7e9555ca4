import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { cleanUp } from '../../../src/store/journal/clean-up.ts';
import { getSetting, setSetting } from '../../../src/store/journal/settings.ts';
import { describeEngines } from '../support/engines.ts';

const NOW = unixSeconds(1_900_000_000);
const DAY = 86_400;

const nonceOf = (nonce: string, expiresAt: number) => ({
  wallet: 'wallet',
  nonce,
  request_hash: '',
  idempotency_key: null,
  expires_at: BigInt(expiresAt),
});

const requestOf = (key: string, createdAt: number) => ({
  wallet: 'wallet',
  idempotency_key: key,
  request_hash: '',
  reference: null,
  status: null,
  body: null,
  created_at: BigInt(createdAt),
});

const preparedOf = (hash: string, createdAt: number) => ({
  message_hash: hash,
  wallet: 'wallet',
  kind: 'bet',
  market_id: null,
  intent: '{}',
  last_valid_block_height: 1n,
  signature: null,
  created_at: BigInt(createdAt),
});

describeEngines(['memory', 'postgres'], (engine) => {
  test('deletes expired rows, to the second', async () => {
    const store = await engine.open();
    await store.write(async (db) => {
      const nonces = [nonceOf('over', NOW - 1), nonceOf('valid', NOW)];
      await db.insertInto('nonces').values(nonces).execute();
      const requests = [requestOf('old', NOW - DAY - 1), requestOf('day', NOW - DAY)];
      await db.insertInto('requests').values(requests).execute();
      const prepared = [preparedOf('old', NOW - DAY - 1), preparedOf('day', NOW - DAY)];
      await db.insertInto('prepared').values(prepared).execute();
    });
    expect(await store.write((db) => cleanUp(db, NOW))).toBe(3n);
    expect(await store.write((db) => cleanUp(db, NOW))).toBe(0n);
    const nonces = await store.db.selectFrom('nonces').select('nonce').execute();
    expect(nonces).toEqual([{ nonce: 'valid' }]);
    const requests = await store.db.selectFrom('requests').select('idempotency_key').execute();
    expect(requests).toEqual([{ idempotency_key: 'day' }]);
    const prepared = await store.db.selectFrom('prepared').select('message_hash').execute();
    expect(prepared).toEqual([{ message_hash: 'day' }]);
  });

  test('deletes a thousand rows at a time', async () => {
    const store = await engine.open();
    const rows = Array.from({ length: 1_500 }, (_, index) => nonceOf(`${index}`, index));
    await store.write((db) => db.insertInto('nonces').values(rows).execute());
    expect(await store.write((db) => cleanUp(db, NOW))).toBe(1_000n);
    const oldest = store.db
      .selectFrom('nonces')
      .select('expires_at')
      .orderBy('expires_at')
      .limit(1);
    expect(await oldest.execute()).toEqual([{ expires_at: 1_000n }]);
    expect(await store.write((db) => cleanUp(db, NOW))).toBe(500n);
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

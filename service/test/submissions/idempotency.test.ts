import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { claimKey, isServerError } from '../../src/submissions/idempotency.ts';
import { keyed } from './betting.ts';

test('a server error may be retried under its key, a refusal may not', () => {
  const isRetried = (code: string) => isServerError({ code, params: {} });
  expect(['internal_error', 'chain_unavailable', 'of a later version'].map(isRetried)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['funds_insufficient', 'rate_limited', 'market_closed'].map(isRetried)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a key that another request took a moment ago is refused for another body', async () => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const claim = (reference: string, body: string) =>
    store.write((db) =>
      claimKey(db, { wallet: 'w', request: keyed('one', body), reference, wallMs: 1_000 }),
    );
  expect(await claim('first', 'body')).toBe('first');
  expect(await claim('second', 'body')).toBe('first');
  await expect(claim('third', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await store.db.selectFrom('requests').select('reference').execute()).toEqual([
    { reference: 'first' },
  ]);
});

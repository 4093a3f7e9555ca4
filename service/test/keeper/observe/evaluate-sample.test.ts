import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { evaluateSample } from '../../../src/keeper/observe/evaluate-sample.ts';
import type { WatchedMarket } from '../../../src/keeper/observe/watch-list.ts';

const CREATED = 1_000;
const EXPIRES = 2_000;

test('a sample counts if it began after the creation and ended before the expiry', async () => {
  const market = { createdAt: unixSeconds(CREATED), expiresAt: unixSeconds(EXPIRES) };
  const condition = { type: 'token_supply', tokenAddress: 'x' };
  const sampled = { condition, isTriggered: true };
  const watched = { market, sampled, hasEvidence: false } as unknown as WatchedMarket;
  const evaluate = (observedAt: number, endedAt: number) => {
    const sample = { slot: 1n, observedAt: unixSeconds(observedAt), accounts: [] };
    const taken = { sample, endedAt: unixSeconds(endedAt) };
    return evaluateSample(watched, taken as never, {
      recent: [sample],
      hash: () => new Uint8Array(),
    });
  };
  expect(await evaluate(CREATED - 1, CREATED)).toBeUndefined();
  expect(await evaluate(CREATED, CREATED)).toMatchObject({ isMet: false });
  expect(await evaluate(EXPIRES - 1, EXPIRES - 1)).toMatchObject({ isMet: false });
  // Read before the expiry, but the last of its accounts may be from after it.
  expect(await evaluate(EXPIRES - 1, EXPIRES)).toBeUndefined();
});

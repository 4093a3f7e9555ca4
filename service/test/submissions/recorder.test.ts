import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { SubmissionRecorder } from '../../src/submissions/recorder.ts';
import { storeSubmissions } from '../../src/submissions/submission.ts';
import { NO_CRASH_POINTS } from '../support/no-crash-points.ts';

test('of two replicas that record one submission, the second announces nothing', async () => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const signed = { signature: 'one', wire: new Uint8Array([1]), lastValidBlockHeight: 9n };
  const submission = { kind: 'faucet', marketId: null, bets: [], createdAt: 1n, signed } as const;
  await store.write((db) => storeSubmissions(db, [submission]));
  const decision = { signature: 'one', kind: 'faucet', state: 'expired', decidedAt: 2n } as const;
  const event = { type: 'bet.failed', marketId: 'm', wallet: 'w', data: { betId: 'b' } } as never;
  const recording = { decision, rows: [], events: [event] };
  const feed = () => store.db.selectFrom('feed').select('type').execute();
  await new SubmissionRecorder(NO_CRASH_POINTS).recordAlone(store, recording, 3);
  expect(await feed()).toEqual([{ type: 'bet.failed' }]);
  await new SubmissionRecorder(NO_CRASH_POINTS).recordAlone(store, recording, 4);
  expect(await feed()).toEqual([{ type: 'bet.failed' }]);
});

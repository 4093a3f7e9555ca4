// The states of a submission on a real database, with a chain whose answers the test sets.
import type { LandedTransaction } from '@tote/chain/landed';
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import { DomainError, unixSeconds } from '@tote/domain';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { SubmissionRecorder } from '../../src/submissions/recorder.ts';
import {
  type RunnerContext,
  type SubmissionHandler,
  SubmissionRunner,
} from '../../src/submissions/runner.ts';
import {
  type Outcome,
  type Submission,
  storeSubmissions,
  withSigned,
} from '../../src/submissions/submission.ts';
import { NO_CRASH_POINTS } from '../support/no-crash-points.ts';

type LandedAnswer = Extract<Landing, { kind: 'landed' }>;

const NOW = unixSeconds(1_000);
const FAILURE = { text: 'no' };

let store: Store;
let answers: (Landing | Error)[];
let sent: string[];
let isMarked: boolean[];
let fetched: LandedTransaction | undefined;
let ingested: string[];
let known: unknown[];
let errors: unknown[];
let runner: SubmissionRunner;
beforeEach(async () => {
  [answers, sent, isMarked, ingested, known, errors] = [[], [], [], [], [], []];
  fetched = undefined;
  store = await openStore();
  onTestFinished(() => store.close());
  const land = async ({ signature, mayHaveBeenSent = false }: SignedTransaction) => {
    sent.push(signature);
    isMarked.push(mayHaveBeenSent);
    const answer = answers.shift();
    if (!answer) throw new Error('nothing more was expected');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const ingest = async (landed: readonly LandedTransaction[]) => {
    ingested.push(...landed.map(({ signature }) => signature));
  };
  const chain = { lander: { land }, clock: { now: () => NOW }, fetchLanded: async () => fetched };
  runner = new SubmissionRunner({
    chain,
    store,
    indexer: {
      ingest,
      ingestSoon: (one: LandedTransaction, changes?: unknown) => {
        known.push(changes);
        return ingest([one]);
      },
    },
    recorder: new SubmissionRecorder(NO_CRASH_POINTS),
    crash: NO_CRASH_POINTS,
    wallMs: Date.now,
    log: { error: (fields: unknown) => errors.push(fields) },
  } as unknown as RunnerContext);
});

const sign = (signature: string): SignedTransaction => {
  return { signature, wire: new Uint8Array([1]), lastValidBlockHeight: 9n };
};

async function submit(signature = 'first', createdAt = BigInt(NOW)): Promise<Submission> {
  const shared = { kind: 'faucet', marketId: null, bets: [], createdAt } as const;
  const submission = { ...shared, signed: sign(signature) };
  await store.write((db) => storeSubmissions(db, [submission]));
  return submission;
}

function landed(signature: string, error: LandedTransaction['error'] = null): Landing {
  const executed = { signature, slot: 5n, blockTime: 990n, error, instructions: [], logs: [] };
  return { kind: 'landed', landed: executed };
}

const rows = () => store.db.selectFrom('submissions').selectAll().orderBy('signature').execute();

/** Records every outcome. */
function handler(
  given: Partial<SubmissionHandler<Submission>> = {},
): SubmissionHandler<Submission> {
  return {
    conclude: async () => ({ kind: 'record' }),
    restore: async () => undefined,
    ...given,
  };
}

describe('a submission that the chain has decided about', () => {
  test('is applied with the changes that its handler knows, also without a barrier', async () => {
    answers = [landed('first'), landed('second')];
    const changes = [{ name: 'BettorGrown' }] as never;
    await runner.run(
      handler({ conclude: async () => ({ kind: 'record', changes }) }),
      await submit(),
    );
    await runner.run(handler(), await submit('second'));
    expect(ingested).toEqual(['first', 'second']);
    expect(known).toEqual([changes]);
  });

  test.each([
    ['landed', landed('first'), { state: 'landed', decided_at: 990n }],
    ['failed', landed('first', FAILURE), { state: 'failed', decided_at: 990n }],
    ['refused', { kind: 'refused', failure: FAILURE }, { state: 'refused', decided_at: 1_000n }],
    ['expired', { kind: 'expired' }, { state: 'expired', decided_at: 1_000n }],
  ] as const)('is recorded as %s before it is replied to', async (kind, landing, row) => {
    answers = [landing];
    const error = kind === 'landed' ? undefined : { code: 'chain_unavailable', params: {} };
    let replied: ReturnType<typeof rows> | undefined;
    const reply = vi.fn(() => {
      replied = rows();
    });
    const conclude = async () => ({ kind: 'record', reply, ...(error && { error }) }) as const;
    const submission = await submit();
    const ended = await runner.run(handler({ conclude }), submission);
    expect(ended).toMatchObject({ submission: { signed: { signature: 'first' } } });
    expect(ended?.outcome.kind).toBe(kind);
    expect(ended?.error).toEqual(error);
    expect(reply).toHaveBeenCalledOnce();
    expect(await replied).toMatchObject([{ ...row, replaced_by: null }]);
    expect((await rows())[0]?.error ?? null).toEqual(error ? JSON.stringify(error) : null);
    expect(ingested).toEqual(landing.kind === 'landed' ? ['first'] : []);
    expect(runner.isInFlight('first')).toBe(false);
  });

  test('is concluded again after a server error, but not after a bug', async () => {
    answers = [landed('first')];
    const conclude = vi
      .fn()
      .mockRejectedValueOnce(new DomainError('chain_unavailable'))
      .mockResolvedValueOnce({ kind: 'record' });
    expect(await runner.run(handler({ conclude }), await submit())).toBeDefined();
    expect(conclude).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([]);
    answers = [landed('second')];
    const onAbandoned = vi.fn();
    const wrong = handler({ conclude: () => Promise.reject(new Error('a bug')), onAbandoned });
    expect(await runner.run(wrong, await submit('second'))).toBeUndefined();
    expect(onAbandoned).toHaveBeenCalledOnce();
    expect(errors).toMatchObject([{ signature: 'second' }]);
    expect((await rows())[1]).toMatchObject({ signature: 'second', state: 'pending' });
  });
});

test('an answer that lacks the event is read again, and that is what is concluded from', async () => {
  answers = [landed('first')];
  const complete = { ...(landed('first') as LandedAnswer).landed, logs: ['the event'] };
  fetched = complete;
  let reads = 0;
  const conclude = async (_: Submission, outcome: Outcome) => {
    const { logs } = (outcome as LandedAnswer).landed;
    reads += 1;
    if (logs.length === 0 && reads < 3) throw new DomainError('chain_unavailable');
    return { kind: 'record' } as const;
  };
  const ended = await runner.run(handler({ conclude }), await submit());
  expect(ended?.outcome).toEqual({ kind: 'landed', landed: complete });
  expect(reads).toBe(2);
});

test('what was stored three seconds ago may have been sent by another replica', async () => {
  answers = [landed('young'), landed('late')];
  await runner.run(handler(), await submit('young', BigInt(NOW) - 2n));
  await runner.run(handler(), await submit('late', BigInt(NOW) - 3n));
  expect(isMarked).toEqual([false, true]);
});

test.each([
  ['sent again', 'replace'],
  ['reported as failed', 'record'],
])('a submission that another replica has replaced is not %s', async (_, kind) => {
  answers = [{ kind: 'expired' }];
  const submission = await submit();
  await store.write((db) =>
    db.updateTable('submissions').set({ state: 'expired', replaced_by: 'theirs' }).execute(),
  );
  const [reply, onDecidedElsewhere] = [vi.fn(), vi.fn()];
  const error = { code: 'chain_unavailable', params: {} };
  const record = { kind: 'record', error, reply } as const;
  const by = [withSigned(submission, sign('second'), BigInt(NOW))];
  const conclude = async () =>
    kind === 'record' ? record : ({ kind: 'replace', by, record } as const);
  const ended = await runner.run(handler({ conclude, onDecidedElsewhere }), submission);
  expect(ended).toBeUndefined();
  expect(reply).not.toHaveBeenCalled();
  expect(onDecidedElsewhere).toHaveBeenCalledOnce();
  expect(sent).toEqual(['first']);
  const theirs = { signature: 'first', replaced_by: 'theirs', error: null };
  expect(await rows()).toMatchObject([theirs]);
});

test('a service that stops leaves what is pending to recovery', async () => {
  const submission = await submit();
  answers = [new Error('aborted')];
  const onAbandoned = vi.fn();
  const stopping = runner.stop();
  expect(await runner.run(handler({ onAbandoned }), submission)).toBeUndefined();
  await stopping;
  expect(onAbandoned).toHaveBeenCalledOnce();
  expect(errors).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'pending' }]);
});

test('when two replicas record one submission, the second announces nothing', async () => {
  await submit();
  const decision = { signature: 'first', kind: 'faucet', state: 'expired', decidedAt: 2n } as const;
  const event = { type: 'bet.failed', marketId: 'm', wallet: 'w', data: { betId: 'b' } } as never;
  const recording = { decision, rows: [], events: [event] };
  for (const atMs of [3, 4]) {
    await new SubmissionRecorder(NO_CRASH_POINTS).recordAlone(store, recording, atMs);
    const feed = await store.db.selectFrom('feed').select('type').execute();
    expect(feed).toEqual([{ type: 'bet.failed' }]);
  }
});

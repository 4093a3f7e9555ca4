import { marketIdOf } from '@tote/chain/ids';
import { openChain } from '@tote/chain/open-chain';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../../tools/test-setup/fake-clock.ts';
import { createIndexer } from '../../src/indexer/indexer.ts';
import { PollHints } from '../../src/indexer/poll-hints.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';
import { TestLog } from '../support/test-log.ts';

const HOUR_MS = 3_600_000;
/** As PAUSE_MS_MIN. */
const PAUSE_MS = 150;

test('the transaction of another sender shows up long before the next poll', async () => {
  const history = await createHistory();
  const { localnet } = history.world;
  const chain = await openChain({
    transport: localnet.rpcTransport,
    subscriptionsTransport: localnet.rpcSubscriptionsTransport,
    programAddress: history.chain.programAddress,
    wallMs: Date.now,
  });
  onTestFinished(() => chain.close());
  const { store, queries } = await createReader(history);
  const log = new TestLog();
  const indexer = createIndexer({
    ...{ chain, store, wallMs: Date.now, log, pollMs: HOUR_MS, hasHints: true },
  });
  onTestFinished(() => indexer.stop());
  indexer.start();
  const alice = await history.bettor();
  const market = await history.market();
  await expect
    .poll(
      async () => {
        // Until the subscription is open nothing is named.
        await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
        return queries.findMarket(marketIdOf(market));
      },
      { interval: 200 },
    )
    .toBeDefined();
});

function createHints(applied: ReadonlySet<string>) {
  let name: (signature: string) => void = () => undefined;
  const hints = new PollHints({
    chain: {
      watchTransactions: (onTransaction) => {
        name = onTransaction;
        return { close: () => undefined };
      },
    },
    wasApplied: (signature) => applied.has(signature),
  });
  return { hints, name: (signature: string) => name(signature) };
}

async function isOverAfter(ms: number, waiting: Promise<void>): Promise<boolean> {
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return isOver;
}

test('what this process has applied does not end the pause', async () => {
  fakeClock();
  const applied = new Set(['ours']);
  const { hints, name } = createHints(applied);
  const waiting = hints.wait(HOUR_MS, new AbortController().signal);
  name('ours');
  // Named a moment before it is applied.
  name('ours too');
  applied.add('ours too');
  expect(await isOverAfter(HOUR_MS / 2, waiting)).toBe(false);
  name('foreign');
  expect(await isOverAfter(PAUSE_MS, waiting)).toBe(true);
});

test('one that the node names and never lists is looked for a few times only', async () => {
  fakeClock();
  const { hints, name } = createHints(new Set());
  const stop = new AbortController();
  name('never listed');
  for (let look = 0; look < 4; look += 1) {
    expect(await isOverAfter(PAUSE_MS, hints.wait(HOUR_MS, stop.signal))).toBe(true);
  }
  const waiting = hints.wait(HOUR_MS, stop.signal);
  expect(await isOverAfter(HOUR_MS - 1, waiting)).toBe(false);
  stop.abort();
  await waiting;
});

test('the pause ends by itself, and when the loop is stopped', async () => {
  const { hints } = createHints(new Set());
  await hints.wait(10, new AbortController().signal);
  const stop = new AbortController();
  const waiting = hints.wait(HOUR_MS, stop.signal);
  stop.abort();
  await waiting;
});

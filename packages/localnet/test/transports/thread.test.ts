import { expect, onTestFinished, test } from 'vitest';
import { RemoteChain } from '../../src/remote-chain.ts';
import { startThread, type Thread } from '../../src/thread.ts';
import { startTestnet } from '../support/localnet.ts';

const OPTIONS = { slotMs: 20, programs: [], accounts: [] };

async function openWithThread() {
  let thread: Thread | undefined;
  const chain = await RemoteChain.open(OPTIONS, async (module, data) => {
    thread = await startThread(module, data);
    return thread;
  });
  onTestFinished(() => chain.close());
  return { chain, thread: thread as unknown as Thread };
}

const HEALTH = { jsonrpc: '2.0', id: 1, method: 'getHealth' };

test('many concurrent requests each get their own response', async () => {
  const { chain } = await openWithThread();
  const ids = Array.from({ length: 500 }, (_, id) => id);
  const answers = await Promise.all(ids.map((id) => chain.request({ ...HEALTH, id })));
  expect(answers.map((answer) => (answer as { id: number }).id)).toEqual(ids);
});

test('when the thread crashes, pending and later requests fail', async () => {
  const { chain, thread } = await openWithThread();
  const ended: Error[] = [];
  chain.onEnd((error) => ended.push(error));
  const lost = new Promise<Error>((resolve) => {
    chain.connect({ message: () => {}, ended: resolve });
  });
  await chain.request(HEALTH);
  // Not a list of messages, so the thread crashes.
  thread.send(5);
  const waiting = chain.request(HEALTH);
  await expect(waiting).rejects.toThrow('The chain has stopped');
  expect((await lost).message).toContain('The chain has stopped');
  await expect(chain.request(HEALTH)).rejects.toThrow('The chain has stopped');
  expect(() => chain.connect({ message: () => {}, ended: () => {} })).toThrow('has stopped');
  expect(ended.length).toBe(1);
  await chain.close();
});

test('a request that cannot be cloned fails without affecting others', async () => {
  const { chain } = await openWithThread();
  const wrong = chain.request({ ...HEALTH, params: [() => {}] });
  const right = chain.request(HEALTH);
  await expect(wrong).rejects.toThrow(/could not be cloned/);
  await expect(right).resolves.toMatchObject({ result: 'ok' });
});

test('after it is closed a chain refuses, and closing again does nothing', async () => {
  const localnet = await startTestnet({ inThread: true });
  await localnet.close();
  await localnet.close();
  await expect(localnet.rpc.getSlot().send()).rejects.toThrow('The chain is closed');
});

test('a request can be aborted', async () => {
  const { rpc } = await startTestnet({ inThread: true });
  const abort = new AbortController();
  const request = rpc.getSlot().send({ abortSignal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(request).rejects.toThrow('enough');
  await expect(rpc.getHealth().send()).resolves.toBe('ok');
});

test('a new in-memory chain starts no threads', async () => {
  let threads = 0;
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  function count() {
    threads += 1;
  }
  await startTestnet();
  expect(threads).toBe(0);
  await startTestnet({ inThread: true });
  expect(threads).toBe(1);
});

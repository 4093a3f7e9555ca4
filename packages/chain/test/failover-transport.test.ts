import type { RpcTransport } from '@solana/kit';
import { expect, test } from 'vitest';
import { createFailoverTransport } from '../src/failover-transport.ts';

type Answer = 'ok' | 'away' | 'silent' | { code: number };

function createNodes(...answers: Answer[]) {
  const calls: string[] = [];
  const state = [...answers];
  const transports = state.map(
    (_, index) =>
      (async ({ payload, signal }) => {
        const { method } = payload as { method: string };
        calls.push(`${index} ${method}`);
        const answer = state[index] as Answer;
        if (answer === 'away') throw new Error(`node ${index} is away`);
        if (answer === 'silent') {
          await new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
        }
        if (typeof answer === 'object') return { error: answer };
        return { result: index };
      }) as RpcTransport,
  );
  const transport = createFailoverTransport(transports, 50);
  const call = (method = 'getSlot', signal?: AbortSignal) =>
    transport({ payload: { method }, ...(signal && { signal }) }) as Promise<unknown>;
  return { call, calls, state };
}

test('calls go to the first endpoint while it answers', async () => {
  const { call, calls } = createNodes('ok', 'ok');
  expect(await call()).toEqual({ result: 0 });
  expect(await call()).toEqual({ result: 0 });
  expect(calls).toEqual(['0 getSlot', '0 getSlot']);
});

test.each<[string, Answer]>([
  ['is away', 'away'],
  ['does not answer', 'silent'],
  ['is behind', { code: -32_005 }],
])('an endpoint that %s is left for the next one, which then stays', async (_what, answer) => {
  const { call, calls, state } = createNodes(answer, 'ok', 'ok');
  expect(await call()).toEqual({ result: 1 });
  expect(await call()).toEqual({ result: 1 });
  state[0] = 'ok';
  state[1] = 'away';
  expect(await call()).toEqual({ result: 2 });
  const asked = calls.map((each) => each[0]).join('');
  expect(asked).toBe('01112');
});

test('an error that is an answer is given as it is', async () => {
  const { call, calls } = createNodes({ code: -32_602 }, 'ok');
  expect(await call()).toEqual({ error: { code: -32_602 } });
  expect(calls).toHaveLength(1);
});

test('without any answer the first failure is given', async () => {
  const { call } = createNodes('away', 'away');
  await expect(call()).rejects.toThrow('node 0 is away');
  const behind = createNodes({ code: -32_005 }, 'away');
  expect(await behind.call()).toEqual({ error: { code: -32_005 } });
});

test('a caller that gives up ends the call', async () => {
  const { call, calls } = createNodes('silent', 'ok');
  const abort = new AbortController();
  const pending = call('getSlot', abort.signal);
  abort.abort(new Error('enough'));
  await expect(pending).rejects.toThrow('enough');
  expect(calls).toHaveLength(1);
});

test.each<[string, Answer[], unknown]>([
  ['the first success counts', ['away', 'ok'], { result: 1 }],
  ['also after a refusal', [{ code: -32_002 }, 'ok'], { result: 1 }],
  [
    'a refusal counts if there is no success',
    ['away', { code: -32_002 }],
    { error: { code: -32_002 } },
  ],
])('a transaction goes to all endpoints: %s', async (_what, answers, expected) => {
  const { call, calls } = createNodes(...answers);
  expect(await call('sendTransaction')).toEqual(expected);
  expect(calls).toHaveLength(answers.length);
});

test('a transaction that reaches none fails', async () => {
  const { call } = createNodes('away', 'silent');
  await expect(call('sendTransaction')).rejects.toThrow('node 0 is away');
});

test('a single endpoint is used as it is', async () => {
  const { call } = createNodes('ok');
  expect(await call('sendTransaction')).toEqual({ result: 0 });
});

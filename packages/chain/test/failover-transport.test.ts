import type { RpcTransport } from '@solana/kit';
import { expect, test } from 'vitest';
import { createFailoverTransport } from '../src/failover-transport.ts';

type Answer = 'ok' | 'down' | 'silent' | { code: number };

/** Those after the first `readers` are only for sending. */
function createSenders(readers: number, ...answers: Answer[]) {
  return createNodes(answers, (all) =>
    createFailoverTransport(all.slice(0, readers), { sends: all.slice(readers), attemptMs: 50 }),
  );
}

const nodes = (...answers: Answer[]) =>
  createNodes(answers, (all) => createFailoverTransport(all, { attemptMs: 50 }));

function createNodes(
  answers: readonly Answer[],
  join: (transports: readonly RpcTransport[]) => RpcTransport,
) {
  const calls: string[] = [];
  const state = [...answers];
  const transports = state.map(
    (_, index) =>
      (async ({ payload, signal }) => {
        const { method } = payload as { method: string };
        calls.push(`${index} ${method}`);
        const answer = state[index] as Answer;
        if (answer === 'down') throw new Error(`node ${index} is down`);
        if (answer === 'silent') {
          await new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
        }
        if (typeof answer === 'object') return { error: answer };
        return { result: index };
      }) as RpcTransport,
  );
  const transport = join(transports);
  const call = (method = 'getSlot', signal?: AbortSignal) =>
    transport({ payload: { method }, ...(signal && { signal }) }) as Promise<unknown>;
  return { call, calls, state };
}

test('calls go to the first endpoint while it answers', async () => {
  const { call, calls } = nodes('ok', 'ok');
  expect(await call()).toEqual({ result: 0 });
  expect(await call()).toEqual({ result: 0 });
  expect(calls).toEqual(['0 getSlot', '0 getSlot']);
});

test.each<[string, Answer]>([
  ['is down', 'down'],
  ['does not answer', 'silent'],
  ['is behind', { code: -32_005 }],
])('an endpoint that %s is left for the next one, which then stays', async (_what, answer) => {
  const { call, calls, state } = nodes(answer, 'ok', 'ok');
  expect(await call()).toEqual({ result: 1 });
  expect(await call()).toEqual({ result: 1 });
  state[0] = 'ok';
  state[1] = 'down';
  expect(await call()).toEqual({ result: 2 });
  const asked = calls.map((each) => each[0]).join('');
  expect(asked).toBe('01112');
});

test('an error that is an answer is given as it is', async () => {
  const { call, calls } = nodes({ code: -32_602 }, 'ok');
  expect(await call()).toEqual({ error: { code: -32_602 } });
  expect(calls).toHaveLength(1);
});

test('without any answer the first failure is given', async () => {
  const { call } = nodes('down', 'down');
  await expect(call()).rejects.toThrow('node 0 is down');
  const behind = nodes({ code: -32_005 }, 'down');
  expect(await behind.call()).toEqual({ error: { code: -32_005 } });
});

test('a caller that gives up ends the call', async () => {
  const { call, calls } = nodes('silent', 'ok');
  const abort = new AbortController();
  const pending = call('getSlot', abort.signal);
  abort.abort(new Error('enough'));
  await expect(pending).rejects.toThrow('enough');
  expect(calls).toHaveLength(1);
});

test.each<[string, Answer[], unknown]>([
  ['the first success counts', ['down', 'ok'], { result: 1 }],
  ['also after a refusal', [{ code: -32_002 }, 'ok'], { result: 1 }],
  [
    'a refusal counts if there is no success',
    ['down', { code: -32_002 }],
    { error: { code: -32_002 } },
  ],
])('a transaction goes to all endpoints: %s', async (_what, answers, expected) => {
  const { call, calls } = nodes(...answers);
  expect(await call('sendTransaction')).toEqual(expected);
  expect(calls).toHaveLength(answers.length);
});

test('a transaction that reaches none fails', async () => {
  const { call } = nodes('down', 'silent');
  await expect(call('sendTransaction')).rejects.toThrow('node 0 is down');
});

test('a single endpoint is used as it is', async () => {
  const { call } = nodes('ok');
  expect(await call('sendTransaction')).toEqual({ result: 0 });
});

test('endpoints for sending get transactions and nothing else', async () => {
  const { call, calls } = createSenders(1, 'ok', 'down', 'ok');
  expect(await call()).toEqual({ result: 0 });
  expect(await call('simulateTransaction')).toEqual({ result: 0 });
  expect(calls.splice(0)).toEqual(['0 getSlot', '0 simulateTransaction']);
  expect(await call('sendTransaction')).toEqual({ result: 2 });
  expect(calls).toEqual(['1 sendTransaction', '2 sendTransaction']);
});

test('what an endpoint for sending refuses was perhaps sent by another', async () => {
  const refused = createSenders(1, 'ok', { code: -32_002 }, 'down');
  expect(await refused.call('sendTransaction')).toEqual({ error: { code: -32_002 } });
  const sent = createSenders(1, 'down', { code: -32_002 }, 'ok');
  expect(await sent.call('sendTransaction')).toEqual({ result: 2 });
});

// Servers that do not behave: each fault has its code, and nothing acts twice.
import { describe, expect, test } from 'vitest';
import { createTote, decimal, type Tote, ToteError, type ToteOptions } from '../src/index.ts';
import { type Handler, refuse, sendJson, startWrongServer } from './support/server.ts';

async function connect(handle: Handler, options: Partial<ToteOptions> = {}) {
  const server = await startWrongServer(handle);
  const tote = createTote({ url: server.url, credential: { apiKey: 'secret' }, ...options });
  return { server, tote };
}

async function failureOf(call: Promise<unknown>): Promise<ToteError> {
  const error = await call.then(
    () => new Error('it worked'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToteError)) throw error;
  return error;
}

const BET = { marketId: 'market_1', outcome: 'Yes', amount: decimal('1') } as const;
const CONFIRMED = {
  ...{ marketId: 'market_1', outcome: 'Yes', message: 'Done.', betId: 'b1', state: 'confirmed' },
  ...{ amountStaked: 1, newTotalStake: { Yes: 1, No: 0 }, newOdds: { Yes: 1, No: 0 } },
  transactionId: 't1',
};

describe('a wrong answer', () => {
  test('HTML, with a status that is good or bad', async () => {
    for (const status of [200, 404, 502]) {
      const { server, tote } = await connect((_, response) => {
        response.writeHead(status, { 'content-type': 'text/html' });
        response.end('<!doctype html><title>Welcome</title>');
      });
      const { code, status: found, message } = await failureOf(tote.placeBet(BET));
      expect([code, found]).toEqual(['answer_not_json', status]);
      expect(message).toContain('text/html');
      expect(server.received).toHaveLength(1);
    }
  });

  test('HTML where text is expected', async () => {
    const { tote } = await connect((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html>');
    });
    // Operations whose answer may be CSV are asked like this.
    const input = { format: 'csv' } as never;
    expect((await failureOf(tote.getHealth(input))).code).toBe('answer_not_json');
    const csv = await connect((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end('time,amount\n');
    });
    expect(await csv.tote.getHealth(input)).toBe('time,amount\n');
  });

  test('half a body: the connection ends, or the text does', async () => {
    const half = JSON.stringify(CONFIRMED).slice(0, 50);
    const { tote } = await connect((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write(half, () => response.destroy());
    });
    expect((await failureOf(tote.placeBet(BET))).code).toBe('answer_incomplete');
    const short = await connect((_, response) => sendJson(response, 200, half));
    expect((await failureOf(short.tote.placeBet(BET))).code).toBe('answer_incomplete');
  });

  test('a changed schema names the field', async () => {
    const cases: [object, string][] = [
      [{ ...CONFIRMED, betId: undefined }, 'has no betId'],
      [{ ...CONFIRMED, amountStaked: '1' }, 'amountStaked is not a number'],
      [{ ...CONFIRMED, newTotalStake: { Yes: '1', No: 0 } }, 'Yes is not a number'],
      [[CONFIRMED], 'is a list'],
    ];
    for (const [body, reason] of cases) {
      const { server, tote } = await connect((_, response) => sendJson(response, 201, body));
      const error = await failureOf(tote.placeBet(BET));
      expect([error.code, error.status]).toEqual(['answer_changed', 201]);
      expect(error.message).toContain(reason);
      expect(server.received).toHaveLength(1);
    }
    const text = JSON.stringify(CONFIRMED).replace(
      '{',
      '{"new":{"list":[1.5,12345678901234567890]},',
    );
    const { tote } = await connect((_, response) => sendJson(response, 201, text));
    const list = [1.5, '12345678901234567890'];
    expect(await tote.placeBet(BET)).toMatchObject({ betId: 'b1', new: { list } });
  });

  test('a refusal without a code', async () => {
    const { tote } = await connect((_, response) => sendJson(response, 400, { detail: 'no' }));
    const { code, status } = await failureOf(tote.placeBet(BET));
    expect([code, status]).toEqual(['answer_changed', 400]);
  });

  test('a redirect is not followed: the credential stays here', async () => {
    const target = await connect((_, response) => sendJson(response, 201, CONFIRMED));
    for (const status of [301, 302, 307, 308]) {
      const { server, tote } = await connect((_, response) => {
        response.writeHead(status, { location: `${target.server.url}/v1/markets` });
        response.end();
      });
      const error = await failureOf(tote.placeBet(BET));
      expect([error.code, error.status]).toEqual(['answer_redirected', status]);
      expect(error.message).toContain(target.server.url);
      expect(server.received).toHaveLength(1);
    }
    expect(target.server.received).toEqual([]);
  });

  test('a fetch that follows redirects is noticed', async () => {
    const target = await connect((_, response) => sendJson(response, 200, { status: 'ok' }));
    const follow = (url: string, init: RequestInit) => fetch(url, { ...init, redirect: 'follow' });
    const { tote } = await connect(
      (_, response) => response.writeHead(302, { location: `${target.server.url}/healthz` }).end(),
      { fetch: follow },
    );
    expect((await failureOf(tote.getHealth())).code).toBe('answer_redirected');
  });
});

describe('no answer', () => {
  test('a server that says nothing: the call ends in time, and is not sent again', async () => {
    const { server, tote } = await connect(() => {});
    const { code, status } = await failureOf(tote.placeBet(BET, { timeoutMs: 100 }));
    expect([code, status]).toEqual(['timed_out', undefined]);
    expect(server.received).toHaveLength(1);
  });

  test('the signal of the caller ends the call, also before it began', async () => {
    const { server, tote } = await connect(() => controller.abort('enough'));
    const controller = new AbortController();
    const error = await failureOf(tote.getHealth({}, { signal: controller.signal }));
    expect([error.code, error.cause]).toEqual(['aborted', 'enough']);
    const again = await failureOf(tote.getHealth({}, { signal: AbortSignal.abort() }));
    expect(again.code).toBe('aborted');
    expect(server.received).toHaveLength(1);
  });

  test('no server', async () => {
    const { server, tote } = await connect(() => {});
    await server.close();
    expect((await failureOf(tote.getHealth())).code).toBe('network_failed');
  });
});

describe('retries', () => {
  test('a lost connection: the same request, with the same key, until it works', async () => {
    const { server, tote } = await connect((_, response, index) => {
      if (index < 2) response.destroy();
      else sendJson(response, 201, CONFIRMED);
    });
    expect((await tote.placeBet(BET)).betId).toBe('b1');
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
    await tote.placeBet(BET);
    expect(server.received[3]?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  test.each([
    ['request_timeout', 408, {}],
    ['rate_limited', 429, { 'retry-after': '0' }],
    ['service_overloaded', 503, { 'retry-after': '0' }],
    ['result_unknown', 503, {}],
    ['idempotency_key_busy', 409, { 'retry-after': '0' }],
  ])('%s is tried again', async (code, status, headers) => {
    const { server, tote } = await connect((_, response, index) => {
      if (index === 0) refuse(response, status, code, headers as Record<string, string>);
      else sendJson(response, 201, CONFIRMED);
    });
    expect((await tote.placeBet(BET)).betId).toBe('b1');
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ['internal_error', 500, {}],
    ['market_closed', 409, {}],
    ['rate_limited', 429, {}],
    ['credential_invalid', 401, {}],
  ])('%s is not', async (code, status, headers) => {
    const { server, tote } = await connect((_, response) =>
      refuse(response, status, code, { ...headers, 'x-request-id': 'r1' }),
    );
    const error = await failureOf(tote.placeBet(BET));
    expect(error).toMatchObject({ code, status, message: `It is ${code}.`, requestId: 'r1' });
    expect(server.received).toHaveLength(1);
  });

  test('a pause that is longer than the time left is the caller’s decision', async () => {
    const { server, tote } = await connect((_, response) =>
      refuse(response, 429, 'rate_limited', { 'retry-after': '60' }),
    );
    expect(await failureOf(tote.placeBet(BET))).toMatchObject({ status: 429, retryAfter: 60 });
    expect(server.received).toHaveLength(1);
  });

  test('what keeps no key is not sent again when it may have acted', async () => {
    const lost = await connect((_, response) => response.destroy());
    const { code } = await failureOf(lost.tote.advanceClock({ advanceSeconds: 1 }));
    expect(code).toBe('network_failed');
    expect(lost.server.received).toHaveLength(1);
    const busy = await connect((_, response) =>
      refuse(response, 503, 'result_unknown', { 'retry-after': '0' }),
    );
    expect((await failureOf(busy.tote.advanceClock({ advanceSeconds: 1 }))).status).toBe(503);
    expect(busy.server.received).toHaveLength(1);
    const limited = await connect((_, response, index) => {
      if (index === 0) refuse(response, 429, 'rate_limited', { 'retry-after': '0' });
      else sendJson(response, 200, { now: '2030-01-01T00:00:00Z' });
    });
    await limited.tote.advanceClock({ advanceSeconds: 1 });
    expect(limited.server.received).toHaveLength(2);
  });

  test('what keeps its key is signed once, and what keeps none each time it is sent', async () => {
    const signer = { address: 'w', signMessage: async () => new Uint8Array(64) } as never;
    for (const [count, ask] of [
      [1, (tote: Tote) => tote.placeBet(BET)],
      [2, (tote: Tote) => tote.advanceClock({ advanceSeconds: 1 })],
    ] as const) {
      let isLimited = true;
      const { server, tote } = await connect(
        ({ path }, response) => {
          const known = { origin: 'http://tote.test', genesisHash: 'g', program: 'p' };
          const config = { ...known, minimumStake: {}, trust: {} };
          if (path === '/v1/config') sendJson(response, 200, config);
          else if (isLimited) refuse(response, 429, 'rate_limited', { 'retry-after': '0' });
          else sendJson(response, 200, { ...CONFIRMED, now: '2030-01-01T00:00:00Z' });
          if (path !== '/v1/config') isLimited = false;
        },
        { credential: { signer }, origin: 'http://tote.test' },
      );
      await ask(tote);
      const signed = server.received.flatMap(({ headers }) => headers['x-nonce'] ?? []);
      expect([signed.length, new Set(signed).size]).toEqual([2, count]);
    }
  });
});

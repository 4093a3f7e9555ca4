// JSON-RPC with time-outs and, for reads, a few more tries. What the node itself refuses comes out
// as its own error; everything else that can go wrong is chain_unavailable.

import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit';
import { backoff, retry, withJitter } from '@tote/lib/retry';
import { chainUnavailable } from './chain-unavailable.ts';

export interface RpcClientOptions {
  transport: RpcTransport;
  /** For one try. */
  timeoutMs?: number;
  /** How often a read is tried. */
  tries?: number;
}

const TIMEOUT_MS = 5_000;
const TRIES = 4;
const PAUSE_MS = withJitter(backoff(100));

/** The node is behind, failed inside or asks for patience: another try may succeed. */
const PASSING_CODES: ReadonlySet<number> = new Set([-32004, -32005, -32014, -32016, -32603]);
const WRITES: ReadonlySet<string> = new Set([
  'sendTransaction',
  'landTransaction',
  'requestAirdrop',
]);

/** What the node answered in place of a result. */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface Request {
  readonly id: unknown;
  readonly method: string;
}

type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

export class RpcClient {
  /** For everything that is not asked a thousand times a second. */
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly #transport: RpcTransport;
  readonly #timeoutMs: number;
  readonly #tries: number;
  #nextId = 0;

  constructor({ transport, timeoutMs = TIMEOUT_MS, tries = TRIES }: RpcClientOptions) {
    this.#transport = transport;
    this.#timeoutMs = timeoutMs;
    this.#tries = tries;
    const patient = ({ payload, signal }: Parameters<RpcTransport>[0]) =>
      this.#answer(payload as Request, signal);
    this.rpc = createSolanaRpcFromTransport(patient as RpcTransport);
  }

  /** The bare result, without kit's transformers: they cost more than the call. */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = `call-${this.#nextId++}`;
    const answer = await this.#answer({ id, jsonrpc: '2.0', method, params } as Request);
    if ('result' in answer) return answer.result;
    const { code, message, data } = answer.error;
    throw new RpcRefusal(code, message, data);
  }

  async #answer(request: Request, signal?: AbortSignal): Promise<Answer> {
    const tries = WRITES.has(request.method) ? 1 : this.#tries;
    const ask = async () => {
      const answer = await this.#try(request, signal);
      if ('error' in answer && PASSING_CODES.has(answer.error.code)) throw answer.error;
      return answer;
    };
    // Who waited for a time-out would wait as long again.
    const isRetried = (error: unknown) => !signal?.aborted && !(error instanceof TimedOut);
    try {
      return await retry(ask, { attempts: tries, pauseMs: PAUSE_MS, signal, isRetried });
    } catch (error) {
      signal?.throwIfAborted();
      throw chainUnavailable(error);
    }
  }

  #try(request: Request, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    const abort = new AbortController();
    return new Promise((resolve, reject) => {
      const end = (error: unknown) => {
        reject(error);
        abort.abort(error);
      };
      const timer = setTimeout(() => end(new TimedOut(request.method)), this.#timeoutMs);
      const cancel = () => end(signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#transport({ payload: request, signal: abort.signal })
        .then((reply) => resolve(checkAnswer(reply, request)))
        .catch(reject)
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
        });
    });
  }
}

class TimedOut extends Error {
  constructor(method: string) {
    super(`${method} timed out`);
  }
}

function checkAnswer(reply: unknown, request: Request): Answer {
  const answer = reply as Partial<Record<'id' | 'result' | 'error', unknown>> | null;
  if (typeof answer !== 'object' || answer === null) throw new Error('the reply is no object');
  if (answer.id !== request.id) throw new Error('the reply answers another request');
  if ('result' in answer && answer.error === undefined) return answer as Answer;
  const error = answer.error as { code?: unknown; message?: unknown; data?: unknown } | undefined;
  const code = Number(error?.code);
  if (typeof error !== 'object' || error === null || !Number.isSafeInteger(code)) {
    throw new Error('the reply has neither a result nor an error');
  }
  return { ...answer, error: { code, message: String(error.message), data: error.data } };
}

// JSON-RPC client with timeouts, and with retries for reads. An error response of the node is
// thrown as it is. Every other failure becomes chain_unavailable.
import {
  createSolanaRpcFromTransport,
  type Rpc,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit';
import { chainUnavailable } from './chain-unavailable.ts';
import { backoff, retry, withJitter } from './lib/retry.ts';
import { Reachability } from './reachability.ts';

const TIMEOUT_MS = 5_000;
const TRIES = 4;
const PAUSE_MS = withJitter(backoff(100));

/** The node lags behind, has an internal error, or asks to wait: a retry may succeed. */
export const RETRYABLE_CODES: ReadonlySet<number> = new Set([
  -32004, -32005, -32014, -32016, -32603,
]);
const WRITES: ReadonlySet<string> = new Set([
  'sendTransaction',
  'landTransaction',
  'requestAirdrop',
]);

export class RpcErrorResponse extends Error {
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

type RpcReply = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

export class RpcClient {
  /** Kit's client, for calls that are not on the hot path. */
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly #reachability: Reachability;
  readonly #transport: RpcTransport;
  readonly #timeoutMs: number;
  readonly #tries: number;
  #nextId = 0;

  constructor({
    transport,
    timeoutMs = TIMEOUT_MS,
    tries = TRIES,
  }: { transport: RpcTransport; timeoutMs?: number; tries?: number }) {
    this.#transport = transport;
    this.#timeoutMs = timeoutMs;
    this.#tries = tries;
    this.#reachability = new Reachability({ timeoutMs });
    const retrying = ({ payload, signal }: Parameters<RpcTransport>[0]) =>
      this.#request(payload as Request, signal);
    this.rpc = createSolanaRpcFromTransport(retrying as RpcTransport);
  }

  get isAway(): boolean {
    return this.#reachability.isAway;
  }

  /** The raw result, without kit's transformers, which cost more than the call. */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = `call-${this.#nextId++}`;
    const answer = await this.#request({ id, jsonrpc: '2.0', method, params } as Request);
    if ('result' in answer) return answer.result;
    const { code, message, data } = answer.error;
    throw new RpcErrorResponse(code, message, data);
  }

  async #request(request: Request, signal?: AbortSignal): Promise<RpcReply> {
    const tries = WRITES.has(request.method) ? 1 : this.#tries;
    const ask = async () => {
      const answer = await this.#try(request, signal);
      if ('error' in answer && RETRYABLE_CODES.has(answer.error.code)) throw answer.error;
      return answer;
    };
    // No retry after a timeout: it would probably take as long again.
    const isRetried = (error: unknown) => !signal?.aborted && !(error instanceof TimedOut);
    try {
      return await retry(ask, { attempts: tries, pauseMs: PAUSE_MS, signal, isRetried });
    } catch (error) {
      signal?.throwIfAborted();
      throw chainUnavailable(error);
    }
  }

  #try(request: Request, signal: AbortSignal | undefined): Promise<RpcReply> {
    signal?.throwIfAborted();
    const abort = new AbortController();
    this.#reachability.ask();
    return new Promise((resolve, reject) => {
      const end = (error: unknown) => {
        reject(error);
        abort.abort(error);
      };
      const timer = setTimeout(() => {
        this.#reachability.fail();
        end(new TimedOut(request.method));
      }, this.#timeoutMs);
      const cancel = () => end(signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#transport({ payload: request, signal: abort.signal })
        .then((reply) => {
          const answer = checkReply(reply, request);
          this.#reachability.answer();
          resolve(answer);
        })
        .catch((error) => {
          if (!abort.signal.aborted) this.#reachability.fail();
          reject(error);
        })
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

const WITH_CONTEXT: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getLatestBlockhash',
  'getMultipleAccounts',
  'getSignatureStatuses',
  'getTokenAccountBalance',
  'isBlockhashValid',
  'simulateTransaction',
]);
const LISTS: ReadonlySet<string> = new Set([
  'getRecentPrioritizationFees',
  'getSignaturesForAddress',
]);
const INTEGERS: ReadonlySet<string> = new Set([
  'getBlockHeight',
  'getFirstAvailableBlock',
  'getMinimumBalanceForRentExemption',
]);

/** Kit does not check results. A proxy in front of a node may answer anything. */
function isResultOf(method: string, result: unknown): boolean {
  const hasValue = typeof result === 'object' && result !== null && 'value' in result;
  if (WITH_CONTEXT.has(method)) return hasValue;
  if (LISTS.has(method)) return Array.isArray(result);
  if (method === 'getProgramAccounts') return Array.isArray(result) || hasValue;
  return !INTEGERS.has(method) || ['bigint', 'number'].includes(typeof result);
}

function checkReply(reply: unknown, request: Request): RpcReply {
  const answer = reply as Partial<Record<'id' | 'result' | 'error', unknown>> | null;
  if (typeof answer !== 'object' || answer === null) throw new Error('the reply is not an object');
  if (answer.id !== request.id) throw new Error('the reply answers another request');
  if ('result' in answer && answer.error === undefined) {
    if (!isResultOf(request.method, answer.result)) throw new Error('the result has another shape');
    return answer as RpcReply;
  }
  const error = answer.error as { code?: unknown; message?: unknown; data?: unknown } | undefined;
  const code = Number(error?.code);
  if (typeof error !== 'object' || error === null || !Number.isSafeInteger(code)) {
    throw new Error('the reply has neither a result nor an error');
  }
  return { ...answer, error: { code, message: String(error.message), data: error.data } };
}

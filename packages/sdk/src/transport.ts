// Calls operations with a credential, a time limit, and retries that never act twice.
import { randomId } from './bytes.ts';
import type { CallOptions } from './call-options.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { ToteError } from './errors.ts';
import { type Fetch, open, parse, readText } from './exchange.ts';
import type { Config } from './generated/types.ts';
import { fillPath, type Input, type OperationId, readPlan, writeBody } from './operation.ts';
import { type ServiceIdentity, signRequest } from './sign-request.ts';
import type { Signer } from './signer.ts';

const TIMEOUT_MS = 30_000;
const RETRIES_MAX = 4;
const FIRST_PAUSE_MS = 200;

export interface Credential {
  /** Sent with every request that accepts a credential. */
  readonly apiKey?: string;
  /** Signs transactions, and without an `apiKey` also the requests that need a credential. */
  readonly signer?: Signer;
}

export interface TransportContext {
  /** Without a trailing slash. */
  readonly base: string;
  readonly fetch: Fetch;
  readonly credential: Credential;
  /** The service's configuration, read once. */
  facts(): Promise<Config>;
  /** The name that wallets sign for; throws if the service claims another one. */
  identity(): Promise<ServiceIdentity>;
}

export async function callOperation(
  context: TransportContext,
  id: OperationId,
  input: Input = {},
  { timeoutMs = TIMEOUT_MS, signal, idempotencyKey = randomId() }: CallOptions = {},
): Promise<unknown> {
  const [acts, credential, method = '', path = '', property, shape] = readPlan(id);
  const [target, rest] = fillPath(method, path, input);
  const url = context.base + target;
  const isPost = method === 'POST';
  const { apiKey, signer } = context.credential;
  const deadline = createDeadline(timeoutMs, signal);
  let signed: Promise<object> | undefined;
  try {
    const body = isPost ? await deadline.within(writeBody(rest, context.facts)) : undefined;
    /** A POST that keeps its key is signed once, because its nonce may be sent again. */
    const sign = async (by: Signer) => {
      if (!isPost || acts) signed = undefined;
      signed ??= signRequest(by, await context.identity(), { method, path: target, body });
      return signed;
    };
    return await withRetries(!acts, deadline, async () => {
      const needsSignature = credential === '=' && !('transaction' in rest) && !apiKey;
      const headers = {
        ...(isPost && { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
        ...(credential && bearer(apiKey)),
        ...(needsSignature && signer && (await deadline.within(sign(signer)))),
      };
      const response = await open(context.fetch, { method, url, body, headers }, deadline);
      const text = await readText(response, deadline);
      const isText = shape === undefined || input.format === 'csv';
      // A proxy's error page is text too.
      if (isText && !response.headers.get('content-type')?.includes('html')) return text;
      const answer = parse(text, shape ?? '{', response);
      if (property) {
        const value = response.headers.get(`x${property.replace(/^.|[A-Z]/g, '-$&')}`);
        if (value) Object.defineProperty(answer, property, { value });
      }
      return answer;
    });
  } finally {
    deadline.close();
  }
}

export const bearer = (apiKey: string | undefined) =>
  apiKey === undefined ? undefined : { authorization: `Bearer ${apiKey}` };

async function withRetries<T>(
  isRepeatable: boolean,
  deadline: Deadline,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const ms = findPause(error, isRepeatable, tries);
      if (ms === undefined || ms >= deadline.left()) throw error;
      await deadline.pause(ms);
    }
  }
}

/** Exponential backoff with jitter, so that clients do not return together. */
export const backOff = (tries: number) => FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2);

/** Undefined if it must not or need not be sent again. */
export function findPause(
  error: unknown,
  isRepeatable: boolean,
  tries: number,
): number | undefined {
  const { code, status, retryAfter } = error as ToteError;
  if (!(error instanceof ToteError) || tries >= RETRIES_MAX) return undefined;
  const pause = retryAfter === undefined ? backOff(tries) : retryAfter * 1_000;
  // The service did not start these.
  const isEarly = status === 408 || code === 'idempotency_key_busy';
  if (isEarly || (status === 429 && retryAfter !== undefined)) return pause;
  // These may have taken effect.
  const isLost = code === 'network_failed' || code === 'answer_incomplete' || status === 503;
  return isRepeatable && isLost ? pause : undefined;
}

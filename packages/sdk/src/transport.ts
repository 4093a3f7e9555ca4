// Calls of operations: with a credential, a time limit, and retries that never act twice.
import type { CallOptions } from './call-options.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { ToteError } from './errors.ts';
import { type Fetch, type HttpRequest, open, parseAnswer, readText } from './exchange.ts';
import type { Config } from './generated/types.ts';
import {
  encodeAmounts,
  fillPath,
  hasBaseUnits,
  type Input,
  type OperationId,
  type OperationPlan,
  planOf,
} from './operation.ts';
import { readShape, SchemaError } from './shape.ts';
import { type ServiceIdentity, signRequest } from './sign-request.ts';
import type { Signer } from './signer.ts';

const TIMEOUT_MS = 30_000;
const RETRIES_MAX = 4;
const FIRST_PAUSE_MS = 200;

export interface Credential {
  /** Sent with every request that takes a credential. */
  readonly apiKey?: string;
  /** Signs transactions, and without an `apiKey` also the requests that need a credential. */
  readonly signer?: Signer;
}

export interface TransportContext {
  /** Without a slash at the end. */
  readonly base: string;
  readonly fetch: Fetch;
  readonly credential: Credential;
  /** What the service is; read once. */
  facts(): Promise<Config>;
  /** What a wallet may sign for; throws if the service claims to be another one. */
  identity(): Promise<ServiceIdentity>;
}

export async function callOperation(
  context: TransportContext,
  id: OperationId,
  input: Input = {},
  options: CallOptions = {},
): Promise<unknown> {
  const plan = planOf(id);
  const [path, rest] = fillPath(plan, input);
  const deadline = createDeadline(options.timeoutMs ?? TIMEOUT_MS, options.signal);
  try {
    const body =
      plan.method === 'POST' ? await deadline.within(writeBody(context, rest)) : undefined;
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    };
    const needsSignature = plan.credential === 'required' && !('transaction' in rest);
    const authorize = createAuthorization(context, plan, needsSignature, { path, body });
    return await withRetries(plan.isRepeatable, deadline, async () => {
      const credential = await deadline.within(authorize());
      const url = context.base + path;
      const request = { method: plan.method, url, body, headers: { ...headers, ...credential } };
      return receive(context.fetch, plan, request, deadline);
    });
  } finally {
    deadline.close();
  }
}

async function writeBody({ facts }: TransportContext, body: Input): Promise<string> {
  if (!hasBaseUnits(body)) return JSON.stringify(body);
  return JSON.stringify(encodeAmounts(body, (await facts()).decimals));
}

/** Headers of the credential. A POST is signed once: its nonce may be sent again with its key. */
function createAuthorization(
  { credential, identity }: TransportContext,
  plan: OperationPlan,
  needsSignature: boolean,
  request: { readonly path: string; readonly body: string | undefined },
): () => Promise<Readonly<Record<string, string>>> {
  const { apiKey, signer } = credential;
  if (plan.credential === 'none') return async () => ({});
  if (apiKey !== undefined) return async () => ({ authorization: `Bearer ${apiKey}` });
  if (!signer || !needsSignature) return async () => ({});
  const { method } = plan;
  const { path, body = '' } = request;
  const sign = async () => signRequest(signer, await identity(), { method, path, body });
  let signed: Promise<Record<string, string>> | undefined;
  return () => {
    if (method !== 'POST') return sign();
    signed ??= sign();
    return signed;
  };
}

async function withRetries<T>(
  isRepeatable: boolean,
  deadline: Deadline,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const ms = tries < RETRIES_MAX ? findPause(error, isRepeatable, tries) : undefined;
      if (ms === undefined || ms >= deadline.left()) throw error;
      await deadline.pause(ms);
    }
  }
}

/** Undefined: it must not or need not be sent again. */
function findPause(error: unknown, isRepeatable: boolean, tries: number) {
  if (!(error instanceof ToteError)) return undefined;
  const { code, status, retryAfter } = error;
  const own = FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2);
  const asked = retryAfter === undefined ? own : retryAfter * 1_000;
  // The service did not begin with these.
  if (status === 408 || code === 'idempotency_key_busy') return asked;
  if (status === 429) return retryAfter === undefined ? undefined : asked;
  // These may have acted.
  if (!isRepeatable) return undefined;
  if (status === 503) return asked;
  return code === 'network_failed' || code === 'answer_incomplete' ? own : undefined;
}

async function receive(
  fetch: Fetch,
  { shape, header }: OperationPlan,
  request: HttpRequest,
  deadline: Deadline,
): Promise<unknown> {
  const response = await open(fetch, request, deadline);
  const text = await readText(response, deadline);
  if (shape === undefined) return text;
  const answer = readAnswer(text, shape, response);
  const value = header === undefined ? null : response.headers.get(header);
  if (header !== undefined && value !== null) {
    Object.defineProperty(answer, propertyOf(header), { value });
  }
  return answer;
}

function readAnswer(text: string, shape: string, response: Response): unknown {
  const value = parseAnswer(text, response);
  try {
    return readShape(value, shape);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const message = `This is not what the API promises: ${error.message}. Update the SDK.`;
    throw new ToteError('answer_changed', message, { status: response.status });
  }
}

/** `X-Next-Cursor` becomes `nextCursor`. */
const propertyOf = (header: string) =>
  header.replace(/^X-(\w)/, (_, letter) => letter.toLowerCase()).replaceAll('-', '');

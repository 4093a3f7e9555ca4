export type Id = string | number | bigint | null;

export function idOf(request: unknown): Id | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const { id } = request as { id?: unknown };
  const isId =
    id === null || typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint';
  return isId ? id : undefined;
}

export interface JsonRpcError {
  code: number;
  message: string;
  data?: unknown;
}

export type JsonRpcResponse =
  | { jsonrpc: '2.0'; id: Id; result: unknown }
  | { jsonrpc: '2.0'; id: Id; error: JsonRpcError };

export interface JsonRpcNotification {
  jsonrpc: '2.0';
  method: string;
  params: { subscription: number; result: unknown };
}

const BATCH_CALLS_MAX = 100;

type Answer = (request: unknown) => Promise<JsonRpcResponse>;

export const failure = (id: Id, code: number, message: string): JsonRpcResponse => ({
  jsonrpc: '2.0',
  error: { code, message },
  id,
});

export const PARSE_ERROR = failure(null, -32700, 'Parse error');

export function handleAll(
  request: unknown,
  answer: Answer,
): Promise<JsonRpcResponse | JsonRpcResponse[] | undefined> {
  if (Array.isArray(request)) return answerBatch(request, answer);
  return isNotification(request) ? Promise.resolve(undefined) : answer(request);
}

async function answerBatch(
  request: readonly unknown[],
  answer: Answer,
): Promise<JsonRpcResponse | JsonRpcResponse[] | undefined> {
  if (request.length === 0) return failure(null, -32600, 'Invalid request');
  if (request.length > BATCH_CALLS_MAX) {
    const message = `Batch too large: at most ${BATCH_CALLS_MAX} calls. Split it.`;
    return failure(null, -32600, message);
  }
  const calls = request.filter((call) => !isNotification(call));
  const answers: JsonRpcResponse[] = [];
  // Sequential, because a call is refused if the answers before it are large.
  for (const call of calls) answers.push(await answer(call));
  return answers.length > 0 ? answers : undefined;
}

/** A call without an id expects no response. Agave does not execute it either. */
function isNotification(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  return 'method' in request && typeof request.method === 'string' && !('id' in request);
}

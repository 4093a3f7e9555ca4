// A transport that injects faults of the network or the node.
import type { RpcTransport } from '@solana/kit';

export type Fault =
  | 'request lost'
  | 'reply lost'
  | 'no answer'
  | 'duplicate'
  | 'too many requests'
  | 'server error'
  | 'html'
  | 'garbage'
  | 'another id'
  | 'stale'
  /** The node does nothing and says that it did. */
  | 'says sent'
  /** The node forwards a transaction and says that it did not. */
  | 'says refused'
  /** The node says that it confirmed what it does not have, or the reverse. */
  | 'wrong status'
  /** A blockhash with a height that has passed. */
  | 'wrong height';

export interface Call {
  readonly method: string;
  readonly count: number;
}

export type ChooseFault = (call: Call) => Fault | undefined;

export interface Faults {
  wrap(transport: RpcTransport): RpcTransport;
  choose: ChooseFault | undefined;
  /** Replaces the status of every signature. */
  statuses?: (value: unknown) => unknown;
  readonly counts: Map<string, number>;
}

export function createFaults(choose?: ChooseFault): Faults {
  const counts = new Map<string, number>();
  const faults: Faults = {
    choose,
    counts,
    wrap: (transport) =>
      (async (request: Parameters<RpcTransport>[0]) => {
        const { method } = request.payload as { method: string };
        const count = counts.get(method) ?? 0;
        counts.set(method, count + 1);
        const fault = faults.choose?.({ method, count });
        if (fault) return fail(fault, transport, request);
        const reply = (await transport(request)) as { result: { value: unknown[] } };
        if (method !== 'getSignatureStatuses' || !faults.statuses) return reply;
        const value = reply.result.value.map(faults.statuses);
        return { ...reply, result: { ...reply.result, value } };
      }) as RpcTransport,
  };
  return faults;
}

async function fail(
  fault: Fault,
  transport: RpcTransport,
  request: Parameters<RpcTransport>[0],
): Promise<unknown> {
  const { id, method } = request.payload as { id: unknown; method: string };
  switch (fault) {
    case 'request lost':
      throw new Error('connection reset');
    case 'reply lost':
      await transport(request);
      throw new Error('socket hang up');
    case 'no answer':
      await transport(request);
      return new Promise(() => undefined);
    case 'duplicate':
      await transport(request).catch(() => undefined);
      return transport(request);
    case 'too many requests':
      throw Object.assign(new Error('429'), { context: { statusCode: 429 } });
    case 'server error':
      return { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } };
    case 'html':
      return '<html><body>502 Bad Gateway</body></html>';
    case 'garbage':
      return { jsonrpc: '2.0', id, result: { value: 7 } };
    case 'another id':
      return { jsonrpc: '2.0', id: 'another request', result: null };
    case 'stale':
      return staleReply(id, method) ?? transport(request);
    case 'says sent':
      return { jsonrpc: '2.0', id, result: '1'.repeat(64) };
    case 'says refused': {
      await transport(request).catch(() => undefined);
      const data = { err: { InstructionError: [0, { Custom: 60 }] } };
      return { jsonrpc: '2.0', id, error: { code: -32_002, message: 'failed', data } };
    }
    case 'wrong status':
      return reverseStatuses(await transport(request));
    case 'wrong height':
      return withHeight(await transport(request));
  }
}

function reverseStatuses(reply: unknown): unknown {
  const { result, ...rest } = reply as { result: { value: unknown[] } };
  const confirmed = { slot: 1n, confirmations: null, err: null, confirmationStatus: 'finalized' };
  return {
    ...rest,
    result: { ...result, value: result.value.map((one) => (one ? null : confirmed)) },
  };
}

function withHeight(reply: unknown): unknown {
  const { result, ...rest } = reply as { result: { value: object } };
  return { ...rest, result: { ...result, value: { ...result.value, lastValidBlockHeight: 1n } } };
}

function staleReply(id: unknown, method: string): unknown {
  if (method === 'getTransaction') return { jsonrpc: '2.0', id, result: null };
  if (method !== 'getSignatureStatuses') return undefined;
  return { jsonrpc: '2.0', id, result: { context: { slot: 1n }, value: [null] } };
}

/** The same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

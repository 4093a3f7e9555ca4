// One transport over several RPC endpoints. Calls go to one of them until it fails, then to the
// next. A transaction goes to all, or to those that are only for sending: whichever forwards it
// first is enough.
import type { RpcTransport } from '@solana/kit';
import { RETRYABLE_CODES } from './rpc-client.ts';

const ATTEMPT_MS = 2_000;

type Call = Parameters<RpcTransport>[0];

interface Reply {
  readonly error?: { readonly code?: unknown };
}

interface FailoverOptions {
  /** For transactions only, which then do not go to the other endpoints. */
  readonly sends?: readonly RpcTransport[];
  readonly attemptMs?: number;
}

export function createFailoverTransport(
  transports: readonly RpcTransport[],
  { sends = transports, attemptMs = ATTEMPT_MS }: FailoverOptions = {},
): RpcTransport {
  const [only, ...others] = transports;
  if (!only || sends.length === 0) throw new RangeError('there is no endpoint');
  if (others.length === 0 && sends === transports) return only;
  let preferred = 0;

  async function callInTurn(call: Call): Promise<unknown> {
    const first = preferred;
    let failure: { reply: unknown } | { error: unknown } | undefined;
    for (let tries = 0; tries < transports.length; tries += 1) {
      const index = (first + tries) % transports.length;
      try {
        const reply = await attempt(transports[index] as RpcTransport, call, attemptMs);
        if (!isBehind(reply)) {
          // Unless another call has moved on already.
          if (preferred === first) preferred = index;
          return reply;
        }
        failure ??= { reply };
      } catch (error) {
        call.signal?.throwIfAborted();
        failure ??= { error };
      }
    }
    if (failure && 'reply' in failure) return failure.reply;
    throw failure?.error;
  }

  /** The first success, or else the first refusal. */
  async function callAll(call: Call): Promise<unknown> {
    const attempts = sends.map((transport) => attempt(transport, call, attemptMs));
    const accepted = attempts.map(async (reply) => {
      if (((await reply) as Reply).error !== undefined) throw new Error('refused');
      return reply;
    });
    try {
      return await Promise.any(accepted);
    } catch {
      return Promise.any(attempts).catch(() => attempts[0]);
    }
  }

  const transport = (call: Call) =>
    (call.payload as { method?: unknown }).method === 'sendTransaction'
      ? callAll(call)
      : callInTurn(call);
  return transport as RpcTransport;
}

function attempt(transport: RpcTransport, call: Call, ms: number): Promise<unknown> {
  const timeout = AbortSignal.timeout(ms);
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
  return transport({ ...call, signal });
}

function isBehind(reply: unknown): boolean {
  const code = Number((reply as Reply | null)?.error?.code);
  return RETRYABLE_CODES.has(code);
}

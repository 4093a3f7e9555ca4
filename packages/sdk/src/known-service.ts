// Whether the service is the one, on the chain, that the caller means.
import { reasonOf, ToteError } from './errors.ts';
import type { Fetch } from './exchange.ts';

interface KnownChain {
  readonly fetch: Fetch;
  readonly rpc?: string;
  readonly genesisHash?: string;
}

/** Compares a genesis hash with that of the own node, the expected one, and the first one seen. */
export function createChainCheck({ fetch, rpc, genesisHash }: KnownChain) {
  let expected = genesisHash;
  let isAsked = rpc === undefined;
  return async (found: string): Promise<void> => {
    if (!isAsked) {
      const ofNode = await readGenesisHash(fetch, rpc as string);
      if (expected !== undefined && expected !== ofNode)
        throw otherChain('The node', ofNode, expected);
      expected = ofNode;
      isAsked = true;
    }
    expected ??= found;
    if (found !== expected) throw otherChain('The service', found, expected);
  };
}

function otherChain(who: string, found: string, expected: string): ToteError {
  const message = `${who} is on another chain: its genesis hash is ${found}, not ${expected}.`;
  return new ToteError('other_chain', message);
}

async function readGenesisHash(fetch: Fetch, rpc: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' });
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(rpc, { method: 'POST', headers, body });
    const { result } = (await response.json()) as { result?: unknown };
    if (typeof result === 'string') return result;
  } catch (cause) {
    const message = `The node at rpc does not answer: ${reasonOf(cause)}.`;
    throw new ToteError('network_failed', message, { cause });
  }
  throw new ToteError('answer_changed', 'The node at rpc does not tell its genesis hash.');
}

const LOOPBACK = /^(http:\/\/)(?:127\.0\.0\.1|\[::1\])(?=:|$)/;

/**
 * A signature names the service. If it named whatever a service says of itself, one service could
 * have requests signed for another.
 */
export function checkOrigin(named: string, expected: string): void {
  const normal = (origin: string) => origin.replace(LOOPBACK, '$1localhost');
  if (normal(named) === normal(expected)) return;
  const message = `The service at ${expected} calls itself ${named}.`;
  throw new ToteError('other_service', `${message} If that is right, give it as origin.`);
}

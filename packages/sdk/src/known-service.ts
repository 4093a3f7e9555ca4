// Checks that the service and its chain are the ones that the caller means.
import { reasonOf, ToteError } from './errors.ts';
import type { Fetch } from './exchange.ts';
import type { Config } from './generated/types.ts';

interface KnownChain {
  readonly rpc?: string;
  readonly genesisHash?: string;
  readonly program?: string;
}

/** Compares with the caller's node, the expected values, and the service's first answer. */
export function createChainCheck({ rpc, genesisHash, program }: KnownChain, fetch: Fetch) {
  const known = [genesisHash, program];
  let isAsked = !rpc;
  const compare = (...found: readonly string[]) => {
    for (const [index, each] of found.entries()) {
      known[index] ??= each;
      if (known[index] === each) continue;
      const message = `The genesis hash or the program is ${each}, not ${known[index]}.`;
      throw new ToteError('other_chain', message);
    }
  };
  return async (config: Config): Promise<void> => {
    if (!isAsked) compare(await readGenesisHash(fetch, rpc as string));
    isAsked = true;
    compare(config.genesisHash, config.program);
  };
}

async function readGenesisHash(fetch: Fetch, rpc: string): Promise<string> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}';
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(rpc, { method: 'POST', headers, body });
    return ((await response.json()) as { result: string }).result;
  } catch (cause) {
    throw new ToteError('network_failed', `The node at rpc: ${reasonOf(cause)}.`, { cause });
  }
}

/**
 * A signature names the service. If the service chose that name, one service could have requests
 * signed for another.
 */
export function checkOrigin(named: string, expected: string): void {
  const normal = (origin: string) =>
    origin.replace(/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, '/localhost');
  if (normal(named) === normal(expected)) return;
  throw new ToteError('other_service', `The service at ${expected} calls itself ${named}.`);
}

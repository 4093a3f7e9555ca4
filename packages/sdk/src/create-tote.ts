import type { CallOptions } from './call-options.ts';
import { reasonOf, ToteError } from './errors.ts';
import type { Fetch } from './exchange.ts';
import { type FeedItem, type FeedOptions, readFeed } from './feed.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { Config, Operations } from './generated/types.ts';
import type { Input, OperationId } from './operation.ts';
import { type BetToPlace, type PlacedBet, placeBet } from './place-bet.ts';
import { type Quote, type QuotedBet, quoteBet } from './quote.ts';
import { type Credential, callOperation, type TransportContext } from './transport.ts';
import { createWalletActions, type WalletActions } from './wallet-actions.ts';

export interface ToteOptions {
  /** The service's address, for instance `http://localhost:3000`. */
  readonly url: string;
  readonly credential?: Credential;
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** The address of a node that you trust: the service must be on the same chain. */
  readonly rpc?: string;
  /** The chain that the service must be on; default: that of `rpc`, or its first answer. */
  readonly genesisHash?: string;
  /** The program that wallets sign for; default: what the service names. */
  readonly program?: string;
  /** What wallets sign as the service's name; default: the origin of `url`. */
  readonly origin?: string;
}

export interface Tote extends Omit<Operations, 'placeBet'>, WalletActions {
  /** Place a bet: `POST /v1/markets/{marketId}/bets`. */
  placeBet(input: BetToPlace, options?: CallOptions): Promise<PlacedBet>;
  /** What a bet would pay now. */
  quote(input: QuotedBet & { readonly marketId: string }, options?: CallOptions): Promise<Quote>;
  /** The events of the service. Reconnects by itself and resumes where it was. */
  feed(options?: FeedOptions): AsyncIterable<FeedItem>;
}

export function createTote(options: ToteOptions): Tote {
  const base = options.url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const checkChain = createChainCheck(options, fetch);
  const { credential = {} } = options;
  let known: Promise<Config> | undefined;

  function facts(): Promise<Config> {
    // Failures are not cached.
    known ??= getConfig().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function identity() {
    const { origin, genesisHash } = await facts();
    checkOrigin(origin, options.origin ?? new URL(base).origin);
    return { origin, genesisHash };
  }

  const transport: TransportContext = { base, fetch, credential, facts, identity };

  async function getConfig(input?: Input, callOptions?: CallOptions): Promise<Config> {
    const config = (await callOperation(transport, 'getConfig', input, callOptions)) as Config;
    await checkChain(config);
    return config;
  }

  /** Sends no request to a service on an unexpected chain. */
  const isPinned = options.rpc !== undefined || options.genesisHash !== undefined;
  const checkPin = async () => {
    if (isPinned) await facts();
  };
  const methods = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationId[]).map((id) => [
      id,
      async (input?: Input, callOptions?: CallOptions) => {
        await checkPin();
        return callOperation(transport, id, input, callOptions);
      },
    ]),
  );
  const operations = { ...methods, getConfig } as unknown as Operations;
  const wallet = { operations, signer: credential.signer };
  return {
    ...operations,
    ...createWalletActions(wallet),
    placeBet: (input, callOptions) => placeBet(wallet, input, callOptions),
    async quote({ marketId, ...bet }, callOptions) {
      const market = await operations.getMarket({ marketId }, callOptions);
      const { decimals } = await facts();
      return quoteBet(market, bet, decimals[market.currency]);
    },
    feed: (feedOptions) => ({
      async *[Symbol.asyncIterator]() {
        await checkPin();
        yield* readFeed(transport, feedOptions);
      },
    }),
  };
}

/** Compares with the caller's node, the expected values, and the service's first answer. */
function createChainCheck({ rpc, genesisHash, program }: ToteOptions, fetch: Fetch) {
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

interface NodeAnswer {
  readonly result?: string;
  readonly error?: { readonly message?: string };
}

async function readGenesisHash(fetch: Fetch, rpc: string): Promise<string> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}';
  const headers = { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(rpc, { method: 'POST', headers, body, signal });
    const { result, error } = (await response.json()) as NodeAnswer;
    if (result) return result;
    throw new Error(error?.message ?? 'it names no chain');
  } catch (cause) {
    throw new ToteError('network_failed', `The node at rpc: ${reasonOf(cause)}.`, { cause });
  }
}

/**
 * A signature names the service. If the service chose that name, one service could have requests
 * signed for another.
 */
function checkOrigin(named: string, expected: string): void {
  const normal = (origin: string) =>
    origin.replace(/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, '/localhost');
  if (normal(named) === normal(expected)) return;
  throw new ToteError('other_service', `The service at ${expected} calls itself ${named}.`);
}

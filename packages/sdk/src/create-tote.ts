import type { CallOptions } from './call-options.ts';
import { ToteError } from './errors.ts';
import type { Fetch } from './exchange.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { Config, Operations } from './generated/types.ts';
import { checkOrigin, createChainCheck } from './known-service.ts';
import type { Input, OperationId } from './operation.ts';
import { type Credential, callOperation, type TransportContext } from './transport.ts';

export interface ToteOptions {
  /** Of the service, for instance `http://localhost:3000`. */
  readonly url: string;
  readonly credential?: Credential;
  /** Default: that of the platform. */
  readonly fetch?: Fetch;
  /** The address of a node that you trust: the service must be on the same chain. */
  readonly rpc?: string;
  /** The chain that the service must be on; default: that of `rpc`, or the first one it names. */
  readonly genesisHash?: string;
  /** The program that wallets sign for; default: what the service names. */
  readonly program?: string;
  /** What wallets sign as the service's name; default: the origin of `url`. */
  readonly origin?: string;
}

export type Tote = Operations;

export function createTote(options: ToteOptions): Tote {
  const base = options.url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const checkChain = createChainCheck({ ...options, fetch });
  let known: Promise<Config> | undefined;
  const context: TransportContext = {
    ...{ base, fetch, credential: options.credential ?? {} },
    facts() {
      // A failure is not kept.
      known ??= getConfig().catch((error) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    async identity() {
      const { origin, genesisHash } = await context.facts();
      checkOrigin(origin, options.origin ?? new URL(base).origin);
      return { origin, genesisHash };
    },
  };

  async function getConfig(input?: Input, callOptions?: CallOptions): Promise<Config> {
    const config = (await callOperation(context, 'getConfig', input, callOptions)) as Config;
    await checkChain(config.genesisHash);
    if (options.program !== undefined && options.program !== config.program) {
      const message = `The service uses the program ${config.program}, not ${options.program}.`;
      throw new ToteError('other_chain', message);
    }
    return config;
  }

  const isPinned = options.rpc !== undefined || options.genesisHash !== undefined;
  const methods: Record<string, unknown> = {};
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    methods[id] = async (input?: Input, callOptions?: CallOptions) => {
      if (isPinned) await context.facts();
      return callOperation(context, id, input, callOptions);
    };
  }
  return { ...methods, getConfig } as unknown as Tote;
}

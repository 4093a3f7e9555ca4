import {
  type Address,
  address,
  createDefaultRpcSubscriptionsTransport,
  createSolanaRpcFromTransport,
  createSolanaRpcSubscriptionsFromTransport,
  type RpcSubscriptionsTransport,
  type RpcTransport,
} from '@solana/kit';
import type { ChainOptions } from './chain.ts';
import type { ChainApi, ChainInfo } from './chain-api.ts';
import { RemoteChain } from './remote-chain.ts';
import type { SandboxAccount } from './sandbox/commands.ts';
import { type FilePath, readAccounts, readProgram, Sandbox } from './sandbox/sandbox.ts';
import { inProcessChannels, inProcessTransport } from './transports/in-process.ts';
import { NetworkServer } from './transports/network-server.ts';

interface LocalnetProgram {
  address: Address;
  file: FilePath;
  upgradeAuthority?: Address;
}

export interface LocalnetOptions {
  /** Directory of the ledger; without one the chain is kept in memory. */
  dir?: string;
  slotMs?: number;
  /** A new chain begins this long ago. Its owner moves the clock to the present. */
  beginsSecondsAgo?: number;
  /** Loaded unless the chain already has them. */
  programs?: readonly LocalnetProgram[];
  /** Accounts, or files of them that `solana account --output json` wrote. */
  accounts?: readonly (FilePath | SandboxAccount)[];
  /** Whether the chain runs in its own thread. The default is yes if it has a dir. */
  inThread?: boolean;
  http?: {
    host?: string;
    port: number;
    /** Origins of pages that may use airdrops, besides this machine's. */
    allowedOrigins?: readonly string[];
  };
  /**
   * Removes transactions from the ledger some time after they landed, if they failed or mention
   * none of these programs. Without it the ledger keeps everything.
   */
  pruning?: { keptPrograms: readonly Address[]; afterMs: number };
  /** Replaces the machine's clock in tests; only without a thread. */
  wallMs?: () => number;
}

const SLOT_MS = 200;
const SLOT_MS_MIN = 5;
const SLOT_MS_MAX = 60_000;
/** Enough for any batch that clients send. */
const BODY_BYTES_MAX = 1024 * 1024;

export class Localnet {
  readonly genesisHash: string;
  readonly faucetAddress: Address;
  /** Programs that were not loaded, because the chain already has them with other code. */
  readonly programsKept: readonly Address[];
  /** For `createSolanaRpcFromTransport`. */
  readonly rpcTransport: RpcTransport;
  /** For `createSolanaRpcSubscriptionsFromTransport`. */
  readonly rpcSubscriptionsTransport: RpcSubscriptionsTransport;
  /** Clients in this process. */
  readonly rpc: ReturnType<typeof createSolanaRpcFromTransport<RpcTransport>>;
  readonly rpcSubscriptions: ReturnType<
    typeof createSolanaRpcSubscriptionsFromTransport<RpcSubscriptionsTransport>
  >;
  readonly sandbox: Sandbox;
  readonly #chain: ChainApi;
  readonly #server: NetworkServer | undefined;

  private constructor(chain: ChainApi, server: NetworkServer | undefined, info: ChainInfo) {
    this.#chain = chain;
    this.#server = server;
    this.genesisHash = info.genesisHash;
    this.faucetAddress = address(info.faucetAddress);
    this.programsKept = info.programsKept.map((program) => address(program));
    this.rpcTransport = inProcessTransport(chain);
    this.rpcSubscriptionsTransport = createDefaultRpcSubscriptionsTransport({
      createChannel: inProcessChannels(chain),
    });
    this.rpc = createSolanaRpcFromTransport(this.rpcTransport);
    this.rpcSubscriptions = createSolanaRpcSubscriptionsFromTransport(
      this.rpcSubscriptionsTransport,
    );
    this.sandbox = new Sandbox(chain);
  }

  static async start(options: LocalnetOptions): Promise<Localnet> {
    const chain = await openChain(options);
    try {
      const info = await chain.info();
      return new Localnet(chain, await openNetworkServer(chain, options), info);
    } catch (error) {
      await chain.close();
      throw error;
    }
  }

  /** The HTTP address, if it listens. WebSocket clients may use this port or the next. */
  get url(): string | undefined {
    return this.#server?.url;
  }

  get webSocketUrl(): string | undefined {
    return this.#server?.webSocketUrl;
  }

  info(): Promise<ChainInfo> {
    return this.#chain.info();
  }

  /** The listener is called if the chain stops without `close`: its thread has crashed. */
  onEnd(listener: (error: Error) => void): void {
    this.#chain.onEnd(listener);
  }

  async close(): Promise<void> {
    await this.#server?.close();
    await this.#chain.close();
  }
}

export const startLocalnet = (options: LocalnetOptions = {}): Promise<Localnet> =>
  Localnet.start(options);

async function openChain(options: LocalnetOptions): Promise<ChainApi> {
  const { dir, slotMs = SLOT_MS, inThread = dir !== undefined } = options;
  if (!Number.isInteger(slotMs) || slotMs < SLOT_MS_MIN || slotMs > SLOT_MS_MAX) {
    throw new Error(`slotMs must be a whole number from ${SLOT_MS_MIN} to ${SLOT_MS_MAX}`);
  }
  const chainOptions: ChainOptions = {
    dir,
    slotMs,
    beginsSecondsAgo: options.beginsSecondsAgo,
    programs: await Promise.all((options.programs ?? []).map(readLocalnetProgram)),
    accounts: (await Promise.all((options.accounts ?? []).map(readAccount))).flat(),
    pruning: options.pruning && {
      programs: [...options.pruning.keptPrograms],
      slots: Math.ceil(options.pruning.afterMs / slotMs),
    },
  };
  if (!inThread) {
    // The VM is loaded only where it runs: it takes 25 MiB.
    const { Chain } = await import('./chain.ts');
    return Chain.open(chainOptions, options.wallMs);
  }
  if (options.wallMs) throw new Error('wallMs does not work with a thread');
  return RemoteChain.open(chainOptions);
}

const readLocalnetProgram = async ({ address: at, file, upgradeAuthority }: LocalnetProgram) => ({
  ...{ address: at, elf: await readProgram(file), upgradeAuthority },
});

const readAccount = async (source: FilePath | SandboxAccount) =>
  typeof source === 'string' || source instanceof URL ? readAccounts(source) : [source];

async function openNetworkServer(chain: ChainApi, { http }: LocalnetOptions) {
  if (!http) return undefined;
  return NetworkServer.open(chain, {
    host: http.host ?? '127.0.0.1',
    port: http.port,
    bodyBytesMax: BODY_BYTES_MAX,
    allowedOrigins: http.allowedOrigins ?? [],
  });
}

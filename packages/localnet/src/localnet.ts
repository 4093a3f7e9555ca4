// A Solana chain of one's own: starts it and opens its doors.
import {
  type Address,
  address,
  createDefaultRpcSubscriptionsTransport,
  createSolanaRpcFromTransport,
  createSolanaRpcSubscriptionsFromTransport,
  type RpcSubscriptionsTransport,
  type RpcTransport,
} from '@solana/kit';
import { Chain, type ChainOptions } from './chain.ts';
import { Front } from './doors/front.ts';
import { inProcessChannels, inProcessTransport } from './doors/in-process.ts';
import { RemoteChain } from './remote-chain.ts';
import type { ChainInfo, Room } from './room.ts';
import type { AccountDump } from './sandbox/account-dump.ts';
import type { CommandArguments, SandboxAccount } from './sandbox/commands.ts';
import { type FilePath, readAccounts, readProgram, Sandbox } from './sandbox/sandbox.ts';

export interface LocalnetProgram {
  address: Address;
  /** Where the program is, or the program itself. */
  file?: FilePath;
  elf?: Uint8Array;
  upgradeAuthority?: Address;
}

export interface LocalnetOptions {
  /** Where the ledger lives; without one the chain is kept in memory. */
  dir?: string;
  slotMs?: number;
  /** Put on the chain unless they are there already. */
  programs?: readonly LocalnetProgram[];
  /** Files of `solana account --output json`, such accounts, or those that the sandbox sets. */
  accounts?: readonly (FilePath | AccountDump | SandboxAccount)[];
  /** Offers the sandbox over HTTP and WebSocket too. In process it is always there. */
  isSandbox?: boolean;
  /** Whether the chain has a thread of its own: by default when it has a dir. */
  inThread?: boolean;
  http?: { host?: string; port: number } | false;
  /** The machine's clock, for tests; only without a thread. */
  wallMs?: () => number;
}

const SLOT_MS = 200;
const SLOT_MS_MIN = 5;
const SLOT_MS_MAX = 60_000;
/** Room for any batch that clients send; programs come over the sandbox's methods. */
const BODY_BYTES_MAX = 1024 * 1024;
const SANDBOX_BODY_BYTES_MAX = 16 * 1024 * 1024;

export class Localnet {
  readonly genesisHash: string;
  readonly faucetAddress: Address;
  /** Programs that were to be put on the chain and were there already, with other code. */
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
  readonly #room: Room;
  readonly #front: Front | undefined;

  private constructor(room: Room, front: Front | undefined, info: ChainInfo) {
    this.#room = room;
    this.#front = front;
    this.genesisHash = info.genesisHash;
    this.faucetAddress = address(info.faucetAddress);
    this.programsKept = info.programsKept.map((program) => address(program));
    this.rpcTransport = inProcessTransport(room);
    this.rpcSubscriptionsTransport = createDefaultRpcSubscriptionsTransport({
      createChannel: inProcessChannels(room),
    });
    this.rpc = createSolanaRpcFromTransport(this.rpcTransport);
    this.rpcSubscriptions = createSolanaRpcSubscriptionsFromTransport(
      this.rpcSubscriptionsTransport,
    );
    this.sandbox = new Sandbox(room);
  }

  static async start(options: LocalnetOptions): Promise<Localnet> {
    const room = await openRoom(options);
    try {
      const info = await room.info();
      return new Localnet(room, await openFront(room, options), info);
    } catch (error) {
      await room.close();
      throw error;
    }
  }

  /** Where it listens, if it does. WebSocket clients may use this port or the next. */
  get url(): string | undefined {
    return this.#front?.url;
  }

  get webSocketUrl(): string | undefined {
    return this.#front?.webSocketUrl;
  }

  info(): Promise<ChainInfo> {
    return this.#room.info();
  }

  /** Told when the chain stops without having been closed: its thread has crashed. */
  onEnd(listener: (error: Error) => void): void {
    this.#room.onEnd(listener);
  }

  /** Answers what was asked, writes what was executed, and stops. */
  async close(): Promise<void> {
    await this.#front?.close();
    await this.#room.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

export const startLocalnet = (options: LocalnetOptions = {}): Promise<Localnet> =>
  Localnet.start(options);

async function openRoom(options: LocalnetOptions): Promise<Room> {
  const { dir, slotMs = SLOT_MS, isSandbox = false, inThread = dir !== undefined } = options;
  if (!Number.isInteger(slotMs) || slotMs < SLOT_MS_MIN || slotMs > SLOT_MS_MAX) {
    throw new Error(`slotMs must be a whole number from ${SLOT_MS_MIN} to ${SLOT_MS_MAX}`);
  }
  const chainOptions: ChainOptions = {
    dir,
    slotMs,
    isSandbox,
    programs: await Promise.all((options.programs ?? []).map(readLocalnetProgram)),
    accounts: (await Promise.all((options.accounts ?? []).map(readAccount))).flat(),
  };
  if (!inThread) return Chain.open(chainOptions, options.wallMs);
  if (options.wallMs) throw new Error('wallMs does not work with a thread');
  return RemoteChain.open(chainOptions);
}

async function readLocalnetProgram(
  program: LocalnetProgram,
): Promise<CommandArguments['loadProgram']> {
  const source = program.elf ?? program.file;
  if (source === undefined) throw new Error(`the program ${program.address} needs a file or elf`);
  const { upgradeAuthority } = program;
  return { address: program.address, elf: await readProgram(source), upgradeAuthority };
}

async function readAccount(source: FilePath | AccountDump | SandboxAccount) {
  if (typeof source === 'string' || source instanceof URL) return readAccounts(source);
  return 'pubkey' in source ? readAccounts([source]) : [source];
}

async function openFront(room: Room, { http, isSandbox }: LocalnetOptions) {
  if (!http) return undefined;
  const bodyBytesMax = isSandbox ? SANDBOX_BODY_BYTES_MAX : BODY_BYTES_MAX;
  return Front.open(room, { host: http.host ?? '127.0.0.1', port: http.port, bodyBytesMax });
}

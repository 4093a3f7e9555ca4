// The interface that transports use: a `Chain` in this thread or a `RemoteChain` in another.
import type { CommandArgument, CommandName, CommandResult } from './sandbox/commands.ts';

/** A client on the network. Code of this process is trusted and has no limits. */
export interface NetworkClient {
  /** Why it may not use airdrops and the sandbox; undefined if it may. */
  readonly refusal?: string;
}

/** An answer to a network client. Its bytes must be released once it is sent. */
export interface ServedAnswer {
  readonly answer: unknown;
  readonly bytes: number;
}

export interface Connection {
  receive(message: unknown): void;
  close(): void;
}

export interface ConnectionListener {
  /** The bytes must be released once it is sent. */
  message(message: unknown, bytes: number): void;
  /** The chain has stopped, or the client reads too slowly. No more messages follow. */
  ended(error: Error): void;
}

export interface ChainInfo {
  genesisHash: string;
  faucetAddress: string;
  slot: bigint;
  transactionCount: bigint;
  programsKept: string[];
}

export interface ChainApi {
  request(request: unknown): Promise<unknown>;
  serve(request: unknown, client: NetworkClient): Promise<ServedAnswer>;
  release(bytes: number): void;
  connect(listener: ConnectionListener, client?: NetworkClient): Connection;
  perform<Name extends CommandName>(
    name: Name,
    argument: CommandArgument<Name>,
  ): CommandResult<Name>;
  info(): Promise<ChainInfo>;
  onEnd(listener: (error: Error) => void): void;
  close(): Promise<void>;
}

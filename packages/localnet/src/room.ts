// What the doors lead to. The room is the chain itself, or a thread that has the chain.
import type { CommandArguments, CommandName, CommandResults } from './sandbox/commands.ts';

/** A conversation that can be notified: a WebSocket, or its like in process. */
export interface Connection {
  /** Takes a JSON-RPC request; answers and notifications come through the listener. */
  receive(message: unknown): void;
  close(): void;
}

export interface ConnectionListener {
  message(message: unknown): void;
  /** The chain is gone, and says nothing any more. */
  ended(error: Error): void;
}

export interface ChainInfo {
  genesisHash: string;
  faucetAddress: string;
  slot: bigint;
  transactionCount: bigint;
  /** Programs that were to be loaded and were there already, with other code. */
  programsKept: string[];
}

export interface Room {
  /** Answers a JSON-RPC request or a batch; with nothing when no answer is due. */
  ask(request: unknown): Promise<unknown>;
  connect(listener: ConnectionListener): Connection;
  perform<Name extends CommandName>(
    name: Name,
    argument: CommandArguments[Name],
  ): Promise<CommandResults[Name]>;
  info(): Promise<ChainInfo>;
  /** Told when the chain stops without having been closed. */
  onEnd(listener: (error: Error) => void): void;
  close(): Promise<void>;
}

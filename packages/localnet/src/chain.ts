import type {
  ChainApi,
  ChainInfo,
  Connection,
  ConnectionListener,
  NetworkClient,
  ServedAnswer,
} from './chain-api.ts';
import { ChainConnection } from './chain-connection.ts';
import { Faucet } from './faucet.ts';
import { type Account, systemAccount } from './ledger/account.ts';
import type { Ledger } from './ledger/ledger.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { isProgram, programDataOf, programElf } from './ledger/programs.ts';
import { AnswerBudget, AnswerSize } from './rpc/answer-budget.ts';
import { addressText } from './rpc/encodings.ts';
import { handleAll } from './rpc/json-rpc.ts';
import { RpcServer } from './rpc/rpc-server.ts';
import { Subscriptions } from './rpc/subscriptions.ts';
import { parseAddress } from './sandbox/address.ts';
import {
  type CommandArgument,
  type CommandName,
  type CommandResult,
  type LoadedProgram,
  type SandboxAccount,
  SandboxCommands,
  toAccountMap,
} from './sandbox/commands.ts';
import { SlotTimer } from './slot-timer.ts';

/** Plain data, so that it can be posted to a worker thread. */
export interface ChainOptions {
  dir?: string;
  slotMs: number;
  beginsSecondsAgo?: number;
  programs: LoadedProgram[];
  accounts: SandboxAccount[];
  pruning?: { programs: string[]; slots: number };
}

export class Chain implements ChainApi {
  readonly #ledger: Ledger;
  readonly #faucet: Faucet;
  readonly #commands: SandboxCommands;
  readonly #rpc: RpcServer;
  readonly #subscriptions: Subscriptions;
  readonly #networkSubscriptions = new Set<number>();
  readonly #answers = new AnswerBudget();
  readonly #timer: SlotTimer;
  readonly #programsKept: string[];
  #closing: Promise<void> | undefined;

  private constructor(ledger: Ledger, faucet: Faucet, slotMs: number, programsKept: string[]) {
    this.#ledger = ledger;
    this.#faucet = faucet;
    this.#programsKept = programsKept;
    this.#commands = new SandboxCommands(ledger);
    this.#rpc = new RpcServer(ledger, faucet);
    this.#subscriptions = new Subscriptions(ledger);
    this.#timer = new SlotTimer(ledger, slotMs);
  }

  static async open(options: ChainOptions, wallMs?: () => number): Promise<Chain> {
    const { dir, slotMs, beginsSecondsAgo } = options;
    const pruning = options.pruning && {
      programs: options.pruning.programs.map(parseAddress),
      slots: options.pruning.slots,
    };
    const ledger = await openLedger({ dir, slotMs, beginsSecondsAgo, wallMs, pruning });
    try {
      // After the ledger is open: only one process at a time can open it, so the file is ours.
      const faucet = dir === undefined ? Faucet.create() : Faucet.open(dir);
      const programsKept = await loadStartState(ledger, faucet, options);
      return new Chain(ledger, faucet, slotMs, programsKept);
    } catch (error) {
      await ledger.close();
      throw error;
    }
  }

  request(request: unknown): Promise<unknown> {
    return handleAll(request, (one) => this.#rpc.handle(one));
  }

  async serve(request: unknown, client: NetworkClient): Promise<ServedAnswer> {
    const size = new AnswerSize(this.#answers);
    const answer = await handleAll(request, (one) => this.#rpc.handle(one, client, size));
    return { answer, bytes: size.bytes };
  }

  release(bytes: number): void {
    this.#answers.release(bytes);
  }

  connect(listener: ConnectionListener, client?: NetworkClient): Connection {
    return new ChainConnection({
      ...{ listener, client, rpc: this.#rpc, subscriptions: this.#subscriptions },
      ...{ ofNetwork: this.#networkSubscriptions, answers: this.#answers },
    });
  }

  perform<Name extends CommandName>(
    name: Name,
    argument: CommandArgument<Name>,
  ): CommandResult<Name> {
    const command = this.#commands[name] as (
      argument: CommandArgument<Name>,
    ) => CommandResult<Name>;
    return command.call(this.#commands, argument);
  }

  async info(): Promise<ChainInfo> {
    return {
      genesisHash: addressText(this.#ledger.blockhashes.genesis),
      faucetAddress: addressText(this.#faucet.address),
      slot: this.#ledger.clock.slot,
      transactionCount: this.#ledger.transactionCount(),
      programsKept: this.#programsKept,
    };
  }

  onEnd(): void {
    // It runs in its user's thread and cannot end on its own.
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#timer.stop();
    this.#subscriptions.close();
    await this.#ledger.close();
  }
}

/**
 * Loads the programs and accounts of the options that the chain does not have yet. Existing ones
 * are not overwritten: they may have changed since the first start.
 */
async function loadStartState(
  ledger: Ledger,
  faucet: Faucet,
  options: ChainOptions,
): Promise<string[]> {
  const commands = new SandboxCommands(ledger);
  const programsKept: string[] = [];
  for (const program of options.programs) {
    const there = ledger.getAccount(parseAddress(program.address), 'processed');
    if (!there) await commands.loadProgram(program);
    else if (!hasCode(ledger, there, program.elf)) programsKept.push(program.address);
  }
  const accounts = toAccountMap(options.accounts);
  accounts.set(faucet.address, systemAccount(faucet.lamports));
  for (const address of accounts.keys()) {
    if (ledger.getAccount(address, 'processed')) accounts.delete(address);
  }
  if (accounts.size > 0) await ledger.setAccounts(accounts);
  return programsKept;
}

function hasCode(ledger: Ledger, account: Account, elf: Uint8Array): boolean {
  const data = isProgram(account) && ledger.getAccount(programDataOf(account), 'processed');
  if (!data) return false;
  const code = programElf(data);
  // After an upgrade the account may be longer than the code. The rest is zeros.
  const isSame = Buffer.compare(code.subarray(0, elf.length), elf) === 0;
  return isSame && code.subarray(elf.length).every((byte) => byte === 0);
}

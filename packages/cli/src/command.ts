// What a command is: its help, its arguments, and what it does.
import type { Session } from './session.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** The only values. */
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

interface Place {
  readonly name: string;
  readonly choices?: readonly string[];
  readonly isOptional?: boolean;
}

type Values<O extends Options> = {
  readonly [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : string;
};

/** A command that is loaded when it is called. */
export interface ListedCommand {
  readonly name: string;
  readonly about: string;
  load(): Promise<{ readonly command: Command }>;
}

interface Call<O extends Options = Options> {
  readonly values: Values<O>;
  /** As many as the command takes; those that were left out are undefined. */
  readonly places: readonly (string | undefined)[];
  readonly session: Session;
  /** All that there are. */
  readonly commands: readonly ListedCommand[];
}

export interface Command<O extends Options = Options> {
  readonly about: string;
  readonly takes: readonly Place[];
  readonly options: O;
  /** Without `tote`. */
  readonly examples: readonly string[];
  /** Returns the exit code; undefined: done. */
  run(call: Call<O>): Promise<number | undefined>;
}

export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** Every command has these. */
export const GLOBAL_OPTIONS = {
  url: { type: 'string', value: 'address', about: 'of the service' },
  rpc: { type: 'string', value: 'address', about: 'of a node of the chain' },
  origin: {
    type: 'string',
    value: 'address',
    about: 'what the service calls itself, if not --url',
  },
  json: { type: 'boolean', about: 'prints JSON' },
  help: { type: 'boolean', about: 'prints this' },
} as const satisfies Options;

/** Of commands that act for a wallet. */
export const WALLET_OPTIONS = {
  wallet: {
    type: 'string',
    value: 'name',
    about: 'which wallet acts; tote wallet show lists them',
  },
} as const satisfies Options;

/** Of commands that ask first. */
export const ASKING_OPTIONS = {
  yes: { type: 'boolean', about: 'does not ask' },
} as const satisfies Options;

export const OUTCOME: Place = { name: 'outcome', choices: ['yes', 'no'] };
export const MARKET: Place = { name: 'market' };

import type { Session } from './session.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  readonly value?: string;
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

export interface ListedCommand {
  readonly name: string;
  readonly about: string;
  load(): Promise<{ readonly command: Command }>;
}

interface Call<O extends Options = Options> {
  readonly values: Values<O>;
  readonly places: readonly (string | undefined)[];
  readonly session: Session;
  readonly commands: readonly ListedCommand[];
}

interface Definition<O extends Options> {
  readonly about: string;
  readonly takes?: readonly Place[];
  readonly options?: O;
  readonly examples: readonly string[];
  /** Returns the exit code; undefined means 0. */
  run(call: Call<O>): Promise<number | undefined> | Promise<void>;
}

export type Command = Required<Definition<Options>>;

export const defineCommand = <const O extends Options = Record<never, never>>(
  definition: Definition<O>,
): Command => ({ takes: [], options: {}, ...definition }) as unknown as Command;

export const text = (value: string, about: string) => ({ type: 'string', value, about }) as const;

export const choice = (choices: readonly string[], about: string) =>
  ({ type: 'string', choices, about }) as const;

export const flag = (about: string) => ({ type: 'boolean', about }) as const;

export const GLOBAL_OPTIONS = {
  url: text('address', 'the service'),
  rpc: text('address', 'a node of the chain'),
  origin: text('address', 'the service’s own name, if it is not --url'),
  json: flag('prints JSON'),
  help: flag('prints this help'),
} as const satisfies Options;

export const WALLET_OPTIONS = {
  wallet: text('name', 'the wallet to use; tote wallet show lists them'),
} as const satisfies Options;

export const ASKING_OPTIONS = {
  yes: flag('skips the confirmation'),
} as const satisfies Options;

export const OUTCOME: Place = { name: 'outcome', choices: ['yes', 'no'] };
export const MARKET: Place = { name: 'market' };

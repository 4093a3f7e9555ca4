import { parseArgs } from 'node:util';
import { type Address, address, isAddress } from '@solana/kit';
import { readOrigin } from '@tote/chain/lib/page-access';

export const CLI_USAGE = `Usage: tote-localnet [options]

A Solana chain on this machine: the real VM, a ledger that survives restarts, the standard
JSON-RPC over HTTP and WebSocket, and a faucet.

  --dir DIR            directory of the ledger (default ./data/localnet)
  --in-memory          no ledger on disk; nothing is kept after it stops
  --reset              delete the ledger in DIR first
  --host HOST          address to listen on (default 127.0.0.1: this machine only)
  --port PORT          port of HTTP and WebSocket (default 8899); WebSocket also on the next one
  --allow-origin ORIGIN
                       let web pages of this origin use airdrops, besides those of this machine;
                       may be repeated
  --slot-ms MS         milliseconds per slot (default 200)
  --program ADDRESS FILE [AUTHORITY]
                       load a program, unless the chain has it; may be repeated
  --account FILE       load accounts that \`solana account --output json\` wrote, unless the chain
                       has them; may be repeated
  --help               this text`;

export class UsageError extends Error {}

export interface CliOptions {
  dir: string | undefined;
  isReset: boolean;
  host: string;
  port: number;
  allowedOrigins: string[];
  slotMs: number;
  programs: { address: Address; file: string; upgradeAuthority?: Address }[];
  accounts: string[];
}

const OPTIONS = {
  dir: { type: 'string' },
  'in-memory': { type: 'boolean' },
  reset: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'slot-ms': { type: 'string' },
  program: { type: 'string', multiple: true },
  account: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

export function readArguments(args: string[]): CliOptions | 'help' {
  const { values, tokens } = parse(args);
  if (values.help) return 'help';
  const isInMemory = values['in-memory'] === true;
  if (isInMemory && (values.dir !== undefined || values.reset)) {
    throw new UsageError('--in-memory has no ledger on disk: leave out --dir and --reset');
  }
  return {
    dir: isInMemory ? undefined : (values.dir ?? './data/localnet'),
    isReset: values.reset === true,
    host: values.host ?? '127.0.0.1',
    port: readNumber('--port', values.port ?? '8899', 0, 65_534),
    allowedOrigins: (values['allow-origin'] ?? []).map(readAllowedOrigin),
    slotMs: readNumber('--slot-ms', values['slot-ms'] ?? '200', 5, 60_000),
    programs: readPrograms(tokens),
    accounts: values.account ?? [],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${text}`);
}

type Tokens = ReturnType<typeof parse>['tokens'];

/** `--program` takes two or three values. The parser reports all but the first as positionals. */
function readPrograms(tokens: Tokens): CliOptions['programs'] {
  const groups: string[][] = [];
  let current: string[] | undefined;
  for (const token of tokens) {
    if (token.kind === 'option') {
      current = token.name === 'program' ? [token.value ?? ''] : undefined;
      if (current) groups.push(current);
    } else if (token.kind === 'positional') {
      if (!current || current.length === 3) {
        throw new UsageError(`Unexpected argument '${token.value}'`);
      }
      current.push(token.value);
    }
  }
  return groups.map(([program = '', file, authority]) => {
    if (file === undefined) throw new UsageError('--program needs an address and a file');
    const upgradeAuthority = authority === undefined ? undefined : readAddress(authority);
    return { address: readAddress(program), file, upgradeAuthority };
  });
}

function readAllowedOrigin(text: string): string {
  try {
    return readOrigin(text);
  } catch (error) {
    throw new UsageError(`--allow-origin: ${(error as Error).message}`);
  }
}

function readAddress(text: string): Address {
  if (!isAddress(text)) throw new UsageError(`'${text}' is not an address`);
  return address(text);
}

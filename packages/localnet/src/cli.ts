import { closeSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from '@tote/chain/lib/file-lock';
import { CLI_USAGE, type CliOptions, readArguments, UsageError } from './cli-arguments.ts';
import { FAUCET_FILE } from './faucet.ts';
import { type Localnet, startLocalnet } from './localnet.ts';

const EXIT = { failure: 1, usage: 2 } as const;

export async function main(args: string[]): Promise<void> {
  try {
    const options = readArguments(args);
    if (options === 'help') console.log(CLI_USAGE);
    else await run(options);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError) {
      console.error(`tote-localnet: ${message}\n\n${CLI_USAGE}`);
      process.exitCode = EXIT.usage;
    } else {
      console.error(`tote-localnet: ${message}`);
      process.exitCode = EXIT.failure;
    }
  }
}

async function run(options: CliOptions): Promise<void> {
  if (options.isReset && options.dir !== undefined) {
    const isDeleted = resetLedger(options.dir);
    if (isDeleted) console.log(`Deleted the ledger in ${options.dir}.`);
  }
  const localnet = await startLocalnet({
    dir: options.dir,
    slotMs: options.slotMs,
    programs: options.programs,
    accounts: options.accounts,
    inThread: true,
    http: { host: options.host, port: options.port, allowedOrigins: options.allowedOrigins },
  });
  stopOnSignal(localnet);
  await describe(localnet, options);
  localnet.onEnd((error) => {
    console.error(`tote-localnet: ${error.message}`);
    process.exit(EXIT.failure);
  });
}

async function describe(localnet: Localnet, { dir, slotMs }: CliOptions) {
  const { slot, transactionCount } = await localnet.info();
  for (const program of localnet.programsKept) {
    console.warn(
      `Note: ${program} is already on this ledger, with other code. It was not replaced.\n` +
        '      Start with --reset to load it.',
    );
  }
  const ask = '{"jsonrpc":"2.0","id":1,"method":"getLatestBlockhash"}';
  console.log(`Tote's chain is running.

  RPC           ${localnet.url}
  WebSocket     ${localnet.webSocketUrl} (or the RPC port)
  Ledger        ${dir ?? 'in memory (not kept after it stops)'}
  Genesis hash  ${localnet.genesisHash}
  Faucet        ${localnet.faucetAddress}
  Slot          ${slot}, a new one every ${slotMs} ms
  Transactions  ${transactionCount}

Try it:
  curl ${localnet.url} -H 'content-type: application/json' -d '${ask}'

Ctrl+C stops it.`);
}

function stopOnSignal(localnet: Localnet): void {
  let isStopping = false;
  const stop = async () => {
    // A second signal exits at once. That is safe: everything confirmed is on disk.
    if (isStopping) process.exit(EXIT.failure);
    isStopping = true;
    console.log('Stopping.');
    try {
      await localnet.close();
    } catch (error) {
      console.error(`tote-localnet: ${(error as Error).message}`);
      process.exitCode = EXIT.failure;
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

const LEDGER_FILE = 'ledger.db';
const LEDGER_FILES = ['ledger.db-wal', 'ledger.db-shm', FAUCET_FILE, LEDGER_FILE];
const SQLITE_HEAD = 'SQLite format 3\0';

function resetLedger(dir: string): boolean {
  const files = list(dir);
  if (files.length === 0) return false;
  if (!files.includes(LEDGER_FILE) || !isSqlite(join(dir, LEDGER_FILE))) {
    throw new Error(`${dir} does not look like a ledger, so nothing is deleted`);
  }
  // No process may be using the ledger. The lock's file stays, so that none can open it meanwhile.
  const lock = FileLock.take(join(dir, `${LEDGER_FILE}.lock`), 'ledger');
  try {
    for (const file of LEDGER_FILES) rmSync(join(dir, file), { force: true });
  } finally {
    lock.release();
  }
  return true;
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => !file.startsWith(`${LEDGER_FILE}.lock`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isSqlite(file: string): boolean {
  const head = Buffer.alloc(SQLITE_HEAD.length);
  const descriptor = openSync(file, 'r');
  try {
    // A ledger that was interrupted while being created is empty.
    return readSync(descriptor, head) === 0 || head.toString('latin1') === SQLITE_HEAD;
  } finally {
    closeSync(descriptor);
  }
}

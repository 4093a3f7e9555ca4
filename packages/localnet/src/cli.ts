import { CLI_USAGE, type CliOptions, readArguments, UsageError } from './cli-arguments.ts';
import { type Localnet, startLocalnet } from './localnet.ts';
import { resetLedger } from './reset-ledger.ts';

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
    isSandbox: options.isSandbox,
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

async function describe(localnet: Localnet, { dir, slotMs, isSandbox }: CliOptions) {
  const { slot, transactionCount } = await localnet.info();
  for (const program of localnet.programsKept) {
    console.warn(
      `Note: ${program} is already on this ledger, with other code. It was not replaced.\n` +
        '      Start with --reset, or replace it with tote_loadProgram (--sandbox).',
    );
  }
  const ask = '{"jsonrpc":"2.0","id":1,"method":"getLatestBlockhash"}';
  console.log(`Tote's chain is running${isSandbox ? ', with its sandbox over RPC' : ''}.

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

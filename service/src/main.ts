// The service's own commands of `tote`: reads the settings, starts the service and stops it on a
// signal. Each command loads its own modules, so that a start does not load the others.
import { UsageError } from '@tote/chain/lib/usage-error';
import type { RunningService } from './service.ts';
import { readSettings, SECRET_SETTINGS, type Settings } from './settings/read-settings.ts';
import { SETTING_GROUPS } from './settings/settings.ts';
import { createRedact, type Redact } from './telemetry/log.ts';

const EXIT = { failure: 1, usage: 2 } as const;

const [NAME_WIDTH, DEFAULT_WIDTH] = [28, 22];

export const USAGE = `Usage: tote start             runs the service (npm start)
       tote start --reset     starts with an empty embedded chain; keeps the old data folder
       tote rebuild [--yes]   builds all rows that are derived from the chain again, and replaces
                              the old ones if the new ones agree with it
       tote backup <file> [--with-keys]
                              saves the data folder, also of a running service
       tote restore <file>    makes a data folder from a backup
       tote snapshot create --out <file>
                              saves what is derived from the chain, signed, for new replicas
       tote snapshot check <file> [--url <node>] [--program <address>] [--signer <address>]
                              compares a snapshot with all accounts on chain
       tote snapshot restore <file> [--replace] [--signer <address>]
                              fills an empty database from a snapshot

Settings are environment variables, each with a default. ${SECRET_SETTINGS.join(', ')}
may be in a file: TOTE_DATABASE_URL_FILE and so on name it.

${SETTING_GROUPS.flatMap(({ title, settings }) => [`${title}:`, ...settings.map(showSetting), ''])
  .join('\n')
  .trimEnd()}`;

function showSetting([name, byDefault, meaning]: readonly [string, string, string]): string {
  return `  ${name.padEnd(NAME_WIDTH)} ${byDefault.padEnd(DEFAULT_WIDTH)} ${meaning}`;
}

export interface Installation {
  findPage?(): string;
  readonly ask?: (question: string) => Promise<string>;
}

export async function main(args: string[], { findPage, ask }: Installation = {}): Promise<void> {
  const isReset = args.includes('--reset');
  const [command = 'start', ...rest] = args.filter((arg) => arg !== '--reset');
  if (args.includes('--help') || args.includes('-h')) {
    console.log(USAGE);
    return;
  }
  const run = COMMANDS.get(command);
  if (run ? isReset : command !== 'start' || rest.length > 0) {
    console.error(`tote: unknown arguments: ${args.join(' ')}\n\n${USAGE}`);
    process.exitCode = EXIT.usage;
    return;
  }
  let redact: Redact = (text) => text;
  try {
    const settings = readSettings(process.env, process.cwd());
    redact = createRedact(settings, rest);
    if (isReset) {
      const { resetData } = await import('./wiring/reset-data.ts');
      await resetData(settings, { now: new Date(), print: (line) => console.log(line) });
    }
    if (run) await run(settings, rest, ask);
    else await start(settings, redact, findPage?.());
  } catch (error) {
    // Operators get a message that they can act on. A stack is printed only for bugs.
    const { message, stack } = error as Error;
    const isBug = error instanceof TypeError || error instanceof RangeError;
    console.error(`tote: ${redact(isBug ? (stack ?? message) : message)}`);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failure;
    // Threads started before the failure would keep the process alive.
    setImmediate(() => process.exit());
  }
}

type Command = (settings: Settings, args: string[], ask: Installation['ask']) => Promise<void>;

/** Those that take arguments. */
const COMMANDS = new Map(
  Object.entries<Command>({
    async rebuild(settings, args, ask) {
      const { rebuild } = await import('./wiring/rebuild-command.ts');
      await rebuild(settings, args, { ask, print: (line) => console.log(line) });
      // Threads of the chain would keep the process alive.
      process.exit();
    },
    async snapshot(settings, args) {
      const { runSnapshotCommand } = await import('./wiring/snapshot-command.ts');
      await runSnapshotCommand(settings, args);
    },
    async backup(settings, args) {
      const { backUpData } = await import('./wiring/backup-command.ts');
      backUpData(settings, args);
    },
    async restore(settings, args) {
      const { restoreData } = await import('./wiring/backup-command.ts');
      await restoreData(settings, args);
    },
  }),
);

export async function startIn(env: NodeJS.ProcessEnv, folder: string): Promise<RunningService> {
  const { startService } = await import('./service.ts');
  return await startService(readSettings(env, folder));
}

async function start(settings: Settings, redact: Redact, pageDir?: string): Promise<void> {
  const { openFirst } = await import('./wiring/open-first.ts');
  const first = openFirst(settings);
  // If it fails, startService says so. Until then it has been loaded.
  first.catch(() => undefined);
  const { startService } = await import('./service.ts');
  await runService(await startService(settings, { pageDir, first }), redact);
}

async function runService(service: RunningService, redact: Redact): Promise<void> {
  let isStopping = false;
  const stop = async () => {
    // A second signal stops at once. Everything that got a response is on disk.
    if (isStopping) process.exit(EXIT.failure);
    isStopping = true;
    console.log('Stopping.');
    try {
      await service.close();
    } catch (error) {
      console.error(`tote: ${redact((error as Error).message)}`);
      process.exitCode = EXIT.failure;
    }
    process.exit();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  service.onEnd((error) => {
    console.error(`tote: ${redact(error.message)}`);
    process.exit(EXIT.failure);
  });
  // Last: whoever waits for it may send a signal at once.
  console.log(service.startupMessage);
}

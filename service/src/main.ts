// `tote`: reads the settings, starts, waits for a signal, stops.
import { UsageError } from '@tote/lib/usage-error';
import { verify } from '@tote/verify/verify-command';
import { readConfig, SETTINGS } from './config/config.ts';
import { rebuild } from './rebuild-command.ts';
import { resetData } from './reset-data.ts';
import { type RunningService, startService } from './service.ts';
import { verifyDefaults } from './verify-defaults.ts';

const EXIT = { failure: 1, usage: 2 } as const;

const [NAME_WIDTH, STANDARD_WIDTH] = [22, 22];

export const USAGE = `Usage: npm start                runs the service
       npm start -- --reset     begins with an empty embedded chain; the old data folder is kept
       npm run rebuild          drops everything derived from the chain and makes it anew
       npx tote verify <market> [--url <API>] [--rpc <chain>] [--json]
                                recomputes a market's outcome and every payout, and compares

Settings are environment variables, each with a default:

${SETTINGS.map(
  ([name, standard, meaning]) =>
    `  ${name.padEnd(NAME_WIDTH)} ${standard.padEnd(STANDARD_WIDTH)} ${meaning}`,
).join('\n')}`;

export async function main(args: string[]): Promise<void> {
  const isReset = args.includes('--reset');
  const [command = 'start', ...rest] = args.filter((arg) => arg !== '--reset');
  if (args.includes('--help') || args.includes('-h')) {
    console.log(USAGE);
    return;
  }
  const isVerify = command === 'verify';
  const isKnown = ['start', 'rebuild', 'verify'].includes(command);
  if (!isKnown || (rest.length > 0 && !isVerify) || (isReset && command !== 'start')) {
    console.error(`tote: unknown arguments: ${args.join(' ')}\n\n${USAGE}`);
    process.exitCode = EXIT.usage;
    return;
  }
  try {
    const config = readConfig(process.env, process.cwd());
    if (isVerify) process.exitCode = await verify(verifyDefaults(config), rest);
    else if (command === 'rebuild') await rebuild(config);
    else {
      if (isReset) await resetData(config, { now: new Date(), print: (line) => console.log(line) });
      await run(await startService(config));
    }
  } catch (error) {
    // What operators can mend is said in a sentence; a stack is for mistakes of ours.
    const { message, stack } = error as Error;
    const isOurs = error instanceof TypeError || error instanceof RangeError;
    console.error(`tote: ${isOurs ? stack : message}`);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failure;
    // Threads that were started before the failure must not keep the process alive.
    setImmediate(() => process.exit());
  }
}

async function run(service: RunningService): Promise<void> {
  console.log(service.hint);
  let isStopping = false;
  const stop = async () => {
    // Twice is for somebody who will not wait. What was answered is on disk.
    if (isStopping) process.exit(EXIT.failure);
    isStopping = true;
    console.log('Stopping.');
    try {
      await service.close();
    } catch (error) {
      console.error(`tote: ${(error as Error).message}`);
      process.exitCode = EXIT.failure;
    }
    process.exit();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  service.onEnd((error) => {
    console.error(`tote: ${error.message}`);
    process.exit(EXIT.failure);
  });
}

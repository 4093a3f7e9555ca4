import { COMMANDS, findCommand, listGroup } from './command-list.ts';
import { EXIT } from './failures.ts';
import { SERVICE_COMMANDS } from './service-commands.ts';
import type { Surroundings } from './surroundings.ts';

const HELP = ['--help', '-h', 'help'];
const WITH_VALUE = ['--url', '--rpc', '--origin', '--wallet'];

export async function runTote(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { early, words } = splitWords(args);
  const [first = 'help', second = ''] = words;
  const print = (text: string) => surroundings.output.write(`${text}\n`);
  if (first === '--version') {
    const { VERSION } = await import('./version.ts');
    print(VERSION);
    return EXIT.done;
  }
  if (HELP.includes(first) && (second === '' || HELP.includes(second))) {
    const { describeAll } = await import('./help.ts');
    print(describeAll());
    return EXIT.done;
  }
  if (HELP.includes(first)) return runTote([...words.slice(1), '--help'], surroundings);
  if (SERVICE_COMMANDS.some(([name]) => name === first)) {
    return runService([...words, ...early], surroundings);
  }
  const pair = findCommand(`${first} ${second}`);
  const listed = pair ?? findCommand(first);
  if (listed) {
    const { runCommand } = await import('./run-command.ts');
    const rest = [...early, ...words.slice(pair ? 2 : 1)];
    return runCommand(listed, rest, surroundings);
  }
  if (listGroup(first).length > 0 && (second === '' || HELP.includes(second))) {
    const { describeGroup } = await import('./help.ts');
    print(describeGroup(first));
    return second === '' ? EXIT.usage : EXIT.done;
  }
  const unknown = words.slice(0, 2).join(' ');
  const advice = await suggest(first, unknown);
  surroundings.notes.write(`tote: unknown command ${unknown}. ${advice}See tote --help.\n`);
  return EXIT.usage;
}

/** By the first word too, because what follows it may be its arguments. */
async function suggest(first: string, both: string): Promise<string> {
  const { findNearest } = await import('./nearest.ts');
  const names = [...COMMANDS, ...SERVICE_COMMANDS.map(([name]) => ({ name }))].map(
    ({ name }) => name,
  );
  const nearest = findNearest(both, names) ?? findNearest(first, names);
  return nearest === undefined ? '' : `Did you mean tote ${nearest}? `;
}

function splitWords(args: readonly string[]): { early: string[]; words: string[] } {
  let at = 0;
  while (args[at]?.startsWith('-') && !['--help', '-h', '--version'].includes(args[at] ?? '')) {
    at += WITH_VALUE.includes(args[at] ?? '') ? 2 : 1;
  }
  return { early: args.slice(0, at), words: args.slice(at) };
}

async function runService(args: string[], { installation, notes, terminal }: Surroundings) {
  if (!installation.loadService) {
    notes.write(`tote: ${args[0]} needs the service: run it in a clone of the repository.\n`);
    return EXIT.usage;
  }
  const { main } = await installation.loadService();
  await main(args, terminal?.ask);
  return Number(process.exitCode ?? EXIT.done);
}

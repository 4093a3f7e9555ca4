import { parseArgs } from 'node:util';
import { UsageError } from '@tote/chain/lib/usage-error';
import { type Command, GLOBAL_OPTIONS, type ListedCommand, type Option } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { describeFailure, EXIT } from './failures.ts';
import { createSession, type GlobalValues } from './session.ts';
import type { Surroundings } from './surroundings.ts';
import { createPrinter, renderJson } from './terminal/text.ts';

export async function runCommand(
  { name, load }: ListedCommand,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const isJson = args.includes('--json');
  const { output } = surroundings;
  const note = createPrinter(surroundings.notes);
  let url: string | undefined;
  try {
    const { command } = await load();
    if (args.includes('--help') || args.includes('-h')) {
      const { describeCommand } = await import('./help.ts');
      output.write(`${describeCommand(name, command)}\n`);
      return EXIT.done;
    }
    const { values, places } = readArguments(name, command, args);
    const session = createSession(surroundings, values as GlobalValues);
    url = session.url;
    return (await command.run({ values, places, session, commands: COMMANDS })) ?? EXIT.done;
  } catch (error) {
    const { exitCode, ...failure } = describeFailure(error, url);
    if (isJson) output.write(`${renderJson(failure)}\n`);
    else for (const line of failure.error.split('\n')) note(`tote: ${line}`);
    return exitCode;
  }
}

function readArguments(name: string, { options: own, takes }: Command, args: readonly string[]) {
  const options: Record<string, Option> = { ...GLOBAL_OPTIONS, ...own };
  const seeHelp = `See tote ${name} --help.`;
  const refuse = (problem: string) => new UsageError(`${problem} ${seeHelp}`);
  const { values, positionals } = parse({ args: [...args], options }, refuse);
  for (const [option, value] of Object.entries(values)) {
    const { choices } = options[option] as Option;
    if (choices && !choices.includes(String(value))) {
      throw refuse(`--${option} must be one of ${choices.join(', ')}, not ${String(value)}.`);
    }
  }
  // An empty argument is a variable of a script that was not set.
  const missing = takes.find(({ isOptional = false }, at) => !(positionals[at] ?? isOptional));
  if (missing) throw refuse(`${missing.name} is missing.`);
  if (positionals.length > takes.length) {
    throw refuse(`The argument ${positionals[takes.length]} is not expected.`);
  }
  const places = takes.map(({ name: place, choices }, at) => {
    const given = positionals[at];
    if (given === undefined || !choices) return given;
    const chosen = choices.find((each) => each.toLowerCase() === given.toLowerCase());
    if (chosen === undefined)
      throw refuse(`${place} must be ${choices.join(' or ')}, not ${given}.`);
    return chosen;
  });
  return { values, places };
}

function parse(
  config: { readonly args: string[]; readonly options: Record<string, Option> },
  refuse: (problem: string) => UsageError,
) {
  try {
    const { values, positionals } = parseArgs({ ...config, allowPositionals: true });
    return { values: values as Record<string, never>, positionals };
  } catch (error) {
    // Only the first sentence, because Node's second one is about `--`.
    const [sentence = ''] = (error as Error).message.split(/\. |$/);
    throw refuse(`${sentence.replace(/\.$/, '')}.`);
  }
}

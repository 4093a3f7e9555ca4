import { type Command, GLOBAL_OPTIONS, type Options } from './command.ts';
import { COMMANDS, listGroup } from './command-list.ts';
import { SERVICE_COMMANDS } from './service-commands.ts';

const WIDTH = 19;
const line = (name: string, about: string) => `  ${name.padEnd(WIDTH)} ${about}`;

export function describeAll(): string {
  return `Usage: tote <command> [options]

${COMMANDS.map(({ name, about }) => line(name, about)).join('\n')}

The service, in a clone of the repository:

${SERVICE_COMMANDS.map(([name, about]) => line(name, about)).join('\n')}

Options of every command:

${describeOptions(GLOBAL_OPTIONS)}

    tote <command> --help shows the options of a command, and an example.
  Exit codes: 0 done, 1 refused, 2 wrong usage, 3 unreachable, 4 differs.`;
}

export function describeGroup(group: string): string {
  const members = listGroup(group).map(({ name, about }) => line(name, about));
  return `Usage: tote ${group} <command> [options]\n\n${members.join('\n')}`;
}

export function describeCommand(name: string, command: Command): string {
  const { about, takes, options, examples } = command;
  const places = takes.map((place) => {
    const shown = place.choices?.join('|') ?? place.name;
    return place.isOptional ? ` [${shown}]` : ` <${shown}>`;
  });
  // A command may describe a global option in its own words.
  const remaining = Object.fromEntries(
    Object.entries(GLOBAL_OPTIONS).filter(([each]) => !Object.hasOwn(options, each)),
  );
  const own = Object.keys(options).length > 0 ? `\n${describeOptions(options)}` : '';
  return `Usage: tote ${name}${places.join('')} [options]

${about}
${own}
${describeOptions(remaining)}

${examples.length === 1 ? 'Example' : 'Examples'}:
${examples.map((example) => `  tote ${example}`).join('\n')}`;
}

const OPTION_WIDTH = 22;

function describeOptions(options: Options): string {
  return Object.entries(options)
    .map(([name, { type, about, value = 'text', choices }]) => {
      const placeholder = type === 'string' ? ` <${choices?.join('|') ?? value}>` : '';
      return `  ${`--${name}${placeholder}`.padEnd(OPTION_WIDTH)} ${about}`;
    })
    .join('\n');
}

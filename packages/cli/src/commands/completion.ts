import { type Command, defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import { SERVICE_COMMANDS } from '../service-commands.ts';

interface Completed {
  readonly name: string;
  readonly about: string;
  readonly command: Command | undefined;
}

export const command = defineCommand({
  about: `Prints completions. bash: source <(tote completion bash). zsh: the same, after compinit.
fish: tote completion fish | source.`,
  takes: [{ name: 'shell', choices: ['bash', 'zsh', 'fish'] }],
  examples: ['completion bash > ~/.local/share/bash-completion/completions/tote'],
  async run({ places: [shell], session, commands }) {
    const loaded = commands.map(async ({ name, about, load }): Promise<Completed> => {
      return { name, about, command: (await load()).command };
    });
    const services = SERVICE_COMMANDS.map(([name, about]) => ({ name, about, command: undefined }));
    const all = [...(await Promise.all(loaded)), ...services];
    session.output.write(shell === 'fish' ? fish(all) : shell === 'zsh' ? zsh(all) : bash(all));
  },
});

const firstWord = (name: string) => name.split(' ')[0] as string;
const isPair = ({ name }: Completed) => name.includes(' ');

function optionsOf(command: Command | undefined): string[] {
  return Object.keys({ ...command?.options, ...GLOBAL_OPTIONS }).map((name) => `--${name}`);
}

function wordsOf({ command }: Completed): string {
  const choices = command?.takes.flatMap((place) => place.choices ?? []) ?? [];
  return [...choices, ...optionsOf(command)].join(' ');
}

function bash(all: readonly Completed[]): string {
  const words = [...new Set(all.map(({ name }) => firstWord(name)))];
  const groups = [...new Set(all.filter(isPair).map(({ name }) => firstWord(name)))];
  const pairs = all.filter(isPair).map((each) => `    '${each.name}') words='${wordsOf(each)}' ;;`);
  const singles = all
    .filter((each) => !isPair(each))
    .map((each) => `      ${each.name}) words='${wordsOf(each)}' ;;`);
  const members = groups.map((group) => {
    const names = all.flatMap(({ name }) =>
      name.startsWith(`${group} `) ? name.slice(group.length + 1) : [],
    );
    return `      ${group}) [ "$COMP_CWORD" -eq 2 ] && words='${names.join(' ')}' ;;`;
  });
  return `# Completions of tote: source <(tote completion bash)
_tote() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${words.join(' ')} --help --version'
  else
    case "\${COMP_WORDS[1]}" in
${[...singles, ...members].join('\n')}
    esac
    if [ "$COMP_CWORD" -gt 2 ]; then case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${pairs.join('\n')}
    esac; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tote tote
`;
}

/** zsh can use bash completions. */
const zsh = (all: readonly Completed[]) =>
  `#compdef tote\nautoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

function fish(all: readonly Completed[]): string {
  const line = (condition: string, rest: string) =>
    `complete -c tote -n ${quote(condition)} ${rest}`;
  const groups = new Set(all.filter(isPair).map(({ name }) => firstWord(name)));
  const lines = all.flatMap((each) => {
    const [first = '', second] = each.name.split(' ');
    const seen = `__fish_seen_subcommand_from ${first}`;
    const inside = second ? `${seen}; and __fish_seen_subcommand_from ${second}` : seen;
    const start = second
      ? `${seen}; and not __fish_seen_subcommand_from ${second}`
      : '__fish_use_subcommand';
    const options = Object.entries({ ...each.command?.options, ...GLOBAL_OPTIONS }).map(
      ([name, { about, type }]) =>
        line(inside, `-l ${name}${type === 'string' ? ' -r' : ''} -d ${quote(about)}`),
    );
    const choices = each.command?.takes.flatMap((place) => place.choices ?? []) ?? [];
    return [
      line(start, `-f -a ${second ?? first} -d ${quote(each.about)}`),
      ...(choices.length > 0 ? [line(inside, `-f -a ${quote(choices.join(' '))}`)] : []),
      ...options,
    ];
  });
  const heads = [...groups].map((group) => line('__fish_use_subcommand', `-f -a ${group}`));
  const head = '# Completions of tote: tote completion fish | source';
  return `${[head, ...heads, ...lines].join('\n')}\n`;
}

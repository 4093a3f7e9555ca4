// Renders how fast the command line starts.
import type { CliMeasured } from './cli.ts';
import { number, table } from './table.ts';
import { TARGETS } from './targets.ts';

export function renderCli({ nodeMs, helpMs }: CliMeasured): string[] {
  const ratio = helpMs / nodeMs;
  return [
    '## Command line',
    '',
    'From the command to its end, with everything built.',
    '',
    ...table(
      ['command', 'ms', 'of Node', 'target'],
      [
        { cells: ['`node --eval 0`', number(nodeMs), 1, ''] },
        {
          cells: ['`tote --help`', number(helpMs), number(ratio, 2), `<= ${TARGETS.help.most}`],
          checked: [{ target: TARGETS.help, actual: ratio }],
        },
      ],
    ),
  ];
}

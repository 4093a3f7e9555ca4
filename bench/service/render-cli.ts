// Renders how fast the command line starts.
import type { CliMeasured } from './cli.ts';
import { number, table } from './table.ts';
import { TARGETS } from './targets.ts';
import { VERIFIED_WINNERS } from './verify.ts';

export function renderCli({ nodeMs, helpMs, verifyMs }: CliMeasured): string[] {
  const ratio = helpMs / nodeMs;
  return [
    '## Command line',
    '',
    'From the command to its end, with everything built; the market is verified beside its service.',
    '',
    ...table(
      ['command', 'ms', 'of Node', 'target'],
      [
        { cells: ['`node --eval 0`', number(nodeMs), 1, ''] },
        {
          cells: ['`tote --help`', number(helpMs), number(ratio, 2), `<= ${TARGETS.help.most}`],
          checked: [{ target: TARGETS.help, actual: ratio }],
        },
        {
          cells: [
            `\`tote verify\`, ${number(VERIFIED_WINNERS)} winners and a tenth as many losers`,
            ...[number(verifyMs), number(verifyMs / nodeMs, 1), `<= ${TARGETS.verifyMs.most} ms`],
          ],
          checked: [{ target: TARGETS.verifyMs, actual: verifyMs }],
        },
      ],
    ),
  ];
}

import { expect } from 'vitest';
import { runTote } from '../../src/run-tote.ts';
import type { Surroundings } from '../../src/surroundings.ts';

const collect = (lines: string[]) => ({
  hasColour: false,
  write: (text: string) => void lines.push(...text.trimEnd().split('\n')),
});

/** `openMessages` is for `tote mcp`. */
export async function toteHere(
  args: readonly string[],
  env = {},
  openMessages: Surroundings['openMessages'] = () => expect.fail('there is no client'),
) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const code = await runTote(args, {
    env,
    output: collect(lines),
    notes: collect(notes),
    terminal: undefined,
    screen: undefined,
    openMessages,
    installation: {
      loadVerifier: () => import('@tote/verify'),
      loadDeployer: () => import('@tote/cli/deploy/index'),
      loadDemo: () => import('@tote/cli/demo/demo-command'),
      loadResolver: () => import('../../src/resolver/resolve-market.ts'),
    },
  });
  return { code, lines, notes };
}

import { runTote } from '../../src/run-tote.ts';

interface Ran {
  readonly code: number;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

const collect = (lines: string[]) => ({
  hasColour: false,
  write: (text: string) => void lines.push(...text.trimEnd().split('\n')),
});

export async function toteHere(args: readonly string[], env = {}): Promise<Ran> {
  const [lines, notes]: [string[], string[]] = [[], []];
  const code = await runTote(args, {
    env,
    output: collect(lines),
    notes: collect(notes),
    terminal: undefined,
    screen: undefined,
    installation: {
      loadVerifier: () => import('@tote/verify'),
      loadDeployer: () => import('@tote/cli/deploy/index'),
      loadResolver: () => import('../../src/resolver/resolve-market.ts'),
    },
  });
  return { code, lines, notes };
}

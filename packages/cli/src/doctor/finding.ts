import { describeFailure, EXIT } from '../failures.ts';

type State = 'ok' | 'warning' | 'refused' | 'unreachable' | 'differs';

export interface Finding {
  readonly name: string;
  readonly state: State;
  readonly text: string;
}

const BY_EXIT: Readonly<Record<number, State>> = {
  [EXIT.unreachable]: 'unreachable',
  [EXIT.differs]: 'differs',
};

export function findingOf(name: string, error: unknown, url?: string): Finding {
  const { error: text, exitCode } = describeFailure(error, url);
  return { name, state: BY_EXIT[exitCode] ?? 'refused', text };
}

export function worstOf(findings: readonly Finding[]): number {
  const order = ['unreachable', 'differs', 'refused'] as const;
  const worst = order.find((state) => findings.some((each) => each.state === state));
  return worst === undefined ? EXIT.done : EXIT[worst];
}

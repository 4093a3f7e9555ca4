// Compares what clients asked for, and what they were told, with what is on chain. Pure.

type ActKind = 'bet' | 'market' | 'withdrawal';

export type Result =
  | 'acknowledged'
  | 'refused'
  /** No answer, or one that says that the result is unknown: it may be on chain or not. */
  | 'unanswered'
  | 'undecided';

export interface Act {
  readonly kind: ActKind;
  /** Finds it on chain: no two intents have the same one. */
  readonly mark: string;
  readonly facts: string;
}

/** One thing that a client wanted once, however often it had to ask. */
export interface Intent extends Omit<Act, 'facts'> {
  readonly facts?: string;
  readonly result: Result;
}

export function compare(kind: ActKind, intents: readonly Intent[], acts: readonly Act[]) {
  const own = intents.filter((intent) => intent.kind === kind);
  const wanted = new Set(own.map(({ mark }) => mark));
  const onChain = new Map<string, string>();
  const doubled: string[] = [];
  for (const { mark, facts } of acts.filter((act) => act.kind === kind)) {
    if (onChain.has(mark) || !wanted.has(mark)) doubled.push(mark);
    onChain.set(mark, facts);
  }
  const marks = (result: Result, isListed = (_: Intent) => true) =>
    own.filter((intent) => intent.result === result && isListed(intent)).map(({ mark }) => mark);
  const isOnChain = ({ mark }: Intent) => onChain.has(mark);
  return {
    acknowledged: marks('acknowledged'),
    unanswered: marks('unanswered'),
    unansweredOnChain: marks('unanswered', isOnChain),
    /** Acknowledged and not on chain, or on chain as something else. */
    lost: marks('acknowledged', ({ mark, facts }) => onChain.get(mark) !== facts),
    /** On chain more than once, or never asked for. */
    doubled,
    'refused, but on chain': marks('refused', isOnChain),
    'undecided at the end': marks('undecided'),
  };
}

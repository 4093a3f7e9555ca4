// Compares what clients asked for, and what they were told, with what is on chain. Pure.

/** What leaves a trace on chain. */
export type ActKind = 'bet' | 'market' | 'withdrawal';

export type Result =
  /** The client was told that it is done. */
  | 'acknowledged'
  /** The client was told that it is not. */
  | 'refused'
  /** No answer, or one that says that the result is unknown: both are right. */
  | 'unanswered'
  /** Still pending when the run ended. */
  | 'undecided';

/** One thing that a client wanted once, however often it had to ask. */
export interface Intent {
  readonly kind: ActKind;
  /** Finds it on chain: no two intents have the same one. */
  readonly mark: string;
  /** What else it must say on chain; known if it was acknowledged. */
  readonly facts?: string;
  readonly result: Result;
}

/** One thing that is on chain. */
export interface Act {
  readonly kind: ActKind;
  readonly mark: string;
  readonly facts: string;
}

export interface Comparison {
  readonly acknowledged: number;
  readonly refused: number;
  readonly unanswered: number;
  /** Of those: how many are on chain. */
  readonly unansweredOnChain: number;
  /** Acknowledged and not on chain, or on chain as something else. */
  readonly lost: readonly string[];
  /** On chain more than once, or without that anybody asked. */
  readonly doubled: readonly string[];
  /** Refused, and on chain nevertheless. */
  readonly refusedOnChain: readonly string[];
  readonly undecided: readonly string[];
}

export function compare(
  kind: ActKind,
  intents: readonly Intent[],
  acts: readonly Act[],
): Comparison {
  const own = intents.filter((intent) => intent.kind === kind);
  const onChain = new Map<string, string>();
  const doubled: string[] = [];
  const wanted = new Set(own.map(({ mark }) => mark));
  for (const { mark, facts } of acts.filter((act) => act.kind === kind)) {
    if (onChain.has(mark) || !wanted.has(mark)) doubled.push(mark);
    onChain.set(mark, facts);
  }
  const withResult = (result: Result) => own.filter((intent) => intent.result === result);
  const marks = (of: readonly Intent[]) => of.map(({ mark }) => mark);
  const isOnChain = ({ mark }: Intent) => onChain.has(mark);
  const unanswered = withResult('unanswered');
  const acknowledged = withResult('acknowledged');
  return {
    acknowledged: acknowledged.length,
    refused: withResult('refused').length,
    unanswered: unanswered.length,
    unansweredOnChain: unanswered.filter(isOnChain).length,
    lost: marks(acknowledged.filter(({ mark, facts }) => onChain.get(mark) !== facts)),
    doubled,
    refusedOnChain: marks(withResult('refused').filter(isOnChain)),
    undecided: marks(withResult('undecided')),
  };
}

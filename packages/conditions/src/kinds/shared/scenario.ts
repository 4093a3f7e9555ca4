// A market that the demo and `tote sandbox` play: the question, the bets and the expected outcome.
import type { Currency, Outcome } from '@tote/domain';

export const BETTORS = ['ana', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gia'] as const;
export type BettorName = (typeof BETTORS)[number];

/** The demo tokens and the time, from `GET /v1/config`. */
export interface DemoSubjects {
  readonly now: number;
  readonly tokens: Readonly<Record<'young' | 'OAK', DemoSubject>>;
  /** Rain gauges, one of them blocked. */
  readonly webSources: readonly { readonly url: string; readonly pointer: string }[];
  /** A price that the demo feed reaches before that time, but not while people bet. */
  reachedBy(symbol: string, until: number): ReachedPrice & { readonly question: string };
}

export interface ReachedPrice {
  readonly comparator: 'gte' | 'lte';
  readonly threshold: string;
}

/** The young one is still sold on its bonding curve. */
interface DemoSubject {
  readonly symbol: string;
  readonly mint: string;
  readonly bondingCurve: string;
  readonly curveCompletesAt: number;
  readonly migratesAt: number;
}

export interface Asked {
  readonly question: string;
  readonly tokenAddress?: string;
  readonly condition?: Readonly<Record<string, unknown>>;
  readonly expiresAt: number;
  readonly endsAt?: number;
}

type Bet = readonly [who: BettorName, outcome: Outcome, amount: string];

export interface Scenario {
  readonly type: string;
  readonly currency: Currency;
  readonly bets: readonly Bet[];
  readonly outcome: Outcome;
  ask(subjects: DemoSubjects): Asked;
  readonly evidence?: string;
}

export const MINUTE = 60;

interface Played
  extends Pick<Scenario, 'evidence'>,
    Partial<Pick<Asked, 'question' | 'condition'>> {
  /** `ana Yes 3` */
  readonly bets: readonly `${BettorName} ${Outcome} ${number}`[];
  readonly about?: 'OAK';
  /** What depends on the demo's tokens and its time. */
  ask?(subjects: DemoSubjects): Partial<Asked>;
}

/** A market that expires some minutes after it is opened. */
export function scenario(
  type: string,
  [currency, outcome, minutes = 0]: readonly [Currency, Outcome, minutes?: number],
  { bets, about, question = '', condition, evidence, ask }: Played,
): Scenario {
  return {
    ...{ type, currency, outcome, ...(evidence !== undefined && { evidence }) },
    bets: bets.map((text) => text.split(' ') as unknown as Bet),
    ask: (subjects) => ({
      question,
      ...(about && { tokenAddress: subjects.tokens[about].mint }),
      ...(condition && { condition }),
      expiresAt: subjects.now + minutes * MINUTE,
      ...ask?.(subjects),
    }),
  };
}

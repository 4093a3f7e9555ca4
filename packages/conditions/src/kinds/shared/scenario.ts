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

/** `ana Yes 3` */
export function bets(...texts: readonly `${BettorName} ${Outcome} ${number}`[]): readonly Bet[] {
  return texts.map((text) => text.split(' ') as unknown as Bet);
}

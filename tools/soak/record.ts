// What clients and watchers of a run note down. Numbers have the names of the table's rows.
import type { Answer } from '../../service/test/faults/support/api.ts';

export type Result =
  | 'acknowledged'
  | 'refused'
  /** No answer, or one that says that the result is unknown: it may be on chain or not. */
  | 'unanswered'
  | 'undecided';

export interface Act {
  readonly kind: 'bet' | 'market' | 'withdrawal';
  /** Finds it on chain: no two intents have the same one. */
  readonly mark: string;
  readonly facts: string;
}

/** One thing that a client wanted once, however often it had to ask. */
export interface Intent extends Omit<Act, 'facts'> {
  readonly facts?: string;
  readonly result: Result;
}

export const ZERO = [
  ...['bets', 'markets and withdrawals'].flatMap((what) =>
    ['lost', 'doubled', 'refused, but on chain', 'undecided at the end'].map(
      (how) => `${what} ${how}`,
    ),
  ),
  'positions paid twice',
  'expired markets not settled at the end',
  'bets that differ between the API and the chain',
  'repeated requests with another answer',
  'acknowledged bets that a read did not find',
  'events missing or repeated in a stream',
  '5xx that were not 503',
  'requests without an answer for a minute',
  "auditor's difference, in base units",
  'markets that differ or are halted',
  'audits that did not finish',
  'replicas not ready at the end',
];

const EXAMPLES_MAX = 20;

export class Record {
  readonly intents: Intent[] = [];
  readonly betIds = new Set<string>();
  lastBetId = 'none';
  readonly numbers = new Map<string, number>(ZERO.map((name) => [name, 0]));
  readonly answers = new Map<string, number>();
  readonly examples: string[] = [];
  readonly #lastAt = new Map<string, number>();

  count(name: string, by = 1, example?: string): void {
    this.numbers.set(name, (this.numbers.get(name) ?? 0) + by);
    if (example !== undefined) this.addExample(example);
  }

  max(name: string, value: number): void {
    this.numbers.set(name, Math.max(this.numbers.get(name) ?? 0, value));
  }

  /** The longest time without it is counted, in seconds. */
  happened(what: string): void {
    const now = performance.now();
    this.max(`longest time without ${what}, s`, (now - (this.#lastAt.get(what) ?? now)) / 1_000);
    this.#lastAt.set(what, now);
  }

  addBet(betId: string): void {
    this.betIds.add(betId);
    this.lastBetId = betId;
    this.happened('an acknowledged bet');
  }

  addAnswer(what: string, { status, code, text }: Answer): void {
    const name = code === null ? String(status) : `${status} ${code}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    if (status >= 500 && status !== 503) this.count('5xx that were not 503', 1, `${what}: ${text}`);
    // Every wallet has money, an account and a delegate, so it is worth a look.
    if (status === 402) this.addExample(`${what}: ${status} ${text}`);
  }

  addExample(text: string): void {
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(text);
  }

  /** What is not a number could not be looked at. */
  get isWrong(): boolean {
    return this.betIds.size === 0 || ZERO.some((name) => this.numbers.get(name) !== 0);
  }
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** One column per setup. What must be 0 and is has one row. */
export function renderTable(columns: ReadonlyMap<string, Record>): string {
  const names = new Set([...columns.values()].flatMap(({ numbers }) => [...numbers.keys()]));
  const cell = (value: number | undefined, isZero: boolean) => {
    if (value === undefined) return '–';
    return isZero && value !== 0 ? `**${number(value)}**` : number(value);
  };
  const row = (name: string) =>
    [...columns.values()].map(({ numbers }) => cell(numbers.get(name), ZERO.includes(name)));
  const shown = [...names].filter(
    (name) => !ZERO.includes(name) || row(name).some((text) => text !== '0'),
  );
  const good = names.size - shown.length;
  const zeros = ' 0 |'.repeat(columns.size);
  return [
    `| | ${[...columns.keys()].join(' | ')} |`,
    `|---|${'---:|'.repeat(columns.size)}`,
    ...(good > 0 ? [`| each of ${good} counts that must be 0 |${zeros}`] : []),
    ...shown.map((name) => `| ${name} | ${row(name).join(' | ')} |`),
  ].join('\n');
}

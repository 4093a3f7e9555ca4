import type { Currency } from '@tote/domain';
import type { ServedReceipt } from './fetch-receipt.ts';
import { type Json, textAt } from './json.ts';
import type { MarketHistory, VerifiedChain } from './read-history.ts';

export interface Check {
  readonly name: string;
  /** `said`: the oracle says it and nobody can compute it again. It is not a difference. */
  readonly status: 'ok' | 'said' | 'different' | 'unchecked';
  /** The value; if it differs, the value of each source; or why it was not compared. */
  readonly text: string;
}

/** A source and its value. */
export type SourceValue = readonly [who: string, what: string];

/** Up to this many checks of a kind get a line each; of more, only those that differ. */
const LINES_MAX = 50;

export class Checks {
  readonly list: Check[] = [];
  readonly #onCheck: ((check: Check) => void) | undefined;

  constructor(onCheck?: (check: Check) => void) {
    this.#onCheck = onCheck;
  }

  compare(name: string, ...values: readonly SourceValue[]): void {
    this.#add(compare(name, values));
  }

  /** Compares values with the fields of the same names in the receipt, or in a part of it. */
  compareServed(
    served: Json | undefined,
    who: string,
    values: Readonly<Record<string, string>>,
    prefix = '',
  ): void {
    for (const [name, value] of Object.entries(values)) {
      this.compare(prefix + name, [who, value], ['receipt', textAt(served, name)]);
    }
  }

  /** Compares many values of a kind, such as payouts. */
  compareAll(
    kind: string,
    all: readonly (readonly [name: string, ...values: SourceValue[]])[],
  ): void {
    const checks = all.map(([name, ...values]) => compare(`${kind} ${name}`, values));
    if (checks.length <= LINES_MAX) {
      this.#add(...checks);
      return;
    }
    const different = checks.filter(({ status }) => status === 'different');
    const status = different.length === 0 ? 'ok' : 'different';
    const text = `${checks.length - different.length} of ${checks.length} are the same`;
    this.#add({ name: `${kind}s`, status, text }, ...different);
  }

  /** What only the oracle's word stands for. */
  trust(name: string, text: string): void {
    this.#add({ name, status: 'said', text });
  }

  contradict(name: string, text: string): void {
    this.#add({ name, status: 'different', text });
  }

  skip(name: string, reason: string): void {
    this.#add({ name, status: 'unchecked', text: reason });
  }

  #add(...checks: readonly Check[]): void {
    this.list.push(...checks);
    for (const check of checks) this.#onCheck?.(check);
  }
}

function compare(name: string, values: readonly SourceValue[]): Check {
  const [first] = values;
  if (values.every(([, what]) => what === first?.[1])) {
    return { name, status: 'ok', text: first?.[1] ?? '' };
  }
  return { name, status: 'different', text: values.map((each) => each.join(' ')).join(', ') };
}

/** The input of every check. */
export interface Verifying extends ServedReceipt {
  readonly chain: VerifiedChain;
  readonly history: MarketHistory;
  readonly checks: Checks;
  readonly currency: Currency;
  readonly decimals: Readonly<Record<Currency, number>>;
}

// What the matrix prints: the counts per instruction, and the exceptions with their reasons.

import { type Exception, exceptions, findException } from './exceptions.ts';
import { isRefusedRightly } from './refusers.ts';
import type { FixtureRun, Trial } from './run.ts';

const HEADINGS = [
  ...['variants', 'accounts', 'mutations', 'refused', 'stopped'],
  ...['verdict', 'listed', 'prefunded', 'accepted'],
] as const;

type Counts = Record<(typeof HEADINGS)[number], number>;

export class Report {
  readonly #rows = new Map<string, Counts>();
  readonly #uses = new Map<Exception, number>();
  readonly #seen = new Map<string, Set<string>>();

  /** Counts a run and returns what must not have happened. */
  add(instruction: string, { trials, prefunded }: FixtureRun): Trial[] {
    const counts = this.#rows.get(instruction) ?? emptyCounts();
    this.#rows.set(instruction, counts);
    counts.variants += 1;
    counts.prefunded += prefunded;
    const seen = this.#seen.get(instruction) ?? new Set();
    this.#seen.set(instruction, seen);
    for (const { account } of trials) if (account) seen.add(account);
    counts.accounts = seen.size;
    return trials.filter((trial) => this.#count(counts, trial));
  }

  #count(counts: Counts, trial: Trial): boolean {
    counts.mutations += 1;
    const { kind } = trial.answer;
    if (kind === 'refused' || kind === 'stopped' || kind === 'verdict') {
      counts[kind] += 1;
      return !isRefusedRightly(trial) || (!trial.account && kind !== 'refused');
    }
    const exception = kind === 'accepted' ? findException(trial) : undefined;
    if (!exception) {
      counts.accepted += 1;
      return true;
    }
    counts.listed += 1;
    this.#uses.set(exception, (this.#uses.get(exception) ?? 0) + 1);
    return false;
  }

  get total(): Counts {
    const total = emptyCounts();
    for (const counts of this.#rows.values()) {
      for (const heading of HEADINGS) total[heading] += counts[heading];
    }
    return total;
  }

  /** The names of the accounts that were put to the test, by instruction. */
  get covered(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#seen;
  }

  get unused(): Exception[] {
    return exceptions.filter((exception) => !this.#uses.has(exception));
  }

  toString(): string {
    const { mutations, accepted } = this.total;
    return [
      `account-substitution matrix: ${mutations} mutations tried, ${accepted} accepted`,
      this.#table(),
      'taken on purpose:',
      ...exceptions.map((exception) => this.#line(exception)),
    ].join('\n');
  }

  #table(): string {
    const rows = [...this.#rows, ['total', this.total] as const].map(([name, counts]) => {
      return [snakeCase(name), ...HEADINGS.map((heading) => `${counts[heading]}`)];
    });
    const lines = [['instruction', ...HEADINGS], ...rows].map(([name = '', ...cells]) => {
      return name.padEnd(18) + cells.map((cell) => cell.padStart(11)).join('');
    });
    return lines.join('\n');
  }

  #line(exception: Exception): string {
    const { instruction, accounts, mutations, details, variant, why } = exception;
    const where = `${snakeCase(instruction)} ${accounts.map(snakeCase).join('/')}`;
    const which = [mutations.join('/'), ...(details ?? [])].join(', ');
    const only = variant ? ` (${variant.source})` : '';
    return `  ${where}${only}: ${which}; ${this.#uses.get(exception) ?? 0} times: ${why}`;
  }
}

function emptyCounts(): Counts {
  return Object.fromEntries(HEADINGS.map((heading) => [heading, 0])) as Counts;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function describeTrial({ fixture, account, mutation, detail, answer }: Trial): string {
  const where = `${snakeCase(fixture.instruction)} (${fixture.variant}), ${account ?? 'data'}`;
  const by = 'by' in answer ? ` by ${answer.by}` : '';
  return `${where}: ${mutation} ${detail} was ${answer.kind}${by}`;
}

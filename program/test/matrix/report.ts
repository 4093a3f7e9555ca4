// Collects what came of the mutations, and finds what must not have happened.
import { type Exception, exceptions, findException } from './exceptions.ts';
import { isRefusedRightly } from './refusers.ts';
import type { Trial } from './run.ts';

export class Report {
  mutations = 0;
  /** The names of the accounts that were put to the test, by instruction. */
  readonly covered = new Map<string, Set<string>>();
  readonly #used = new Set<Exception>();

  /** Returns what must not have happened. */
  add(instruction: string, trials: readonly Trial[]): Trial[] {
    this.mutations += trials.length;
    const accounts = this.covered.get(instruction) ?? new Set();
    this.covered.set(instruction, accounts);
    for (const { account } of trials) if (account) accounts.add(account);
    return trials.filter((trial) => !this.#isRight(trial));
  }

  #isRight(trial: Trial): boolean {
    const { kind } = trial.answer;
    if (kind === 'broken') return false;
    if (kind !== 'accepted') {
      return isRefusedRightly(trial) && (trial.account !== undefined || kind === 'refused');
    }
    const exception = findException(trial);
    if (exception) this.#used.add(exception);
    return exception !== undefined;
  }

  get unused(): Exception[] {
    return exceptions.filter((exception) => !this.#used.has(exception));
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function describeTrial({ fixture, account, mutation, detail, answer }: Trial): string {
  const where = `${snakeCase(fixture.instruction)} (${fixture.variant}), ${account ?? 'data'}`;
  const by = 'by' in answer ? ` by ${answer.by}` : '';
  return `${where}: ${mutation} ${detail} was ${answer.kind}${by}`;
}

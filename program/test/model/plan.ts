import type { Instruction } from '@solana/kit';
import { DomainError, type ErrorCode } from '@tote/domain';
import type { ErrorName, ToteEvent } from '@tote/program-client';
import type { World } from '../support/world.ts';

/** What a command does, once its random choices are made. */
export type Plan = Transaction | Change;

/** Something that is sent to the program, and what the model says will come of it. */
export interface Transaction {
  readonly kind: string;
  build(world: World): Instruction | readonly Instruction[];
  /**
   * Changes the model as the program must change the chain, and says which event each instruction
   * must write; null if it is not of our program. Throws a Refusal, and then has changed nothing.
   */
  apply(): ToteEvent | null | readonly (ToteEvent | null)[];
}

/** Something that happens outside the program: time passes, an observed account changes. */
export interface Change {
  readonly kind: string;
  change(world: World): void;
}

/** The error that a transaction must fail with; `other` is an error of another program. */
export type RefusalName = ErrorName | 'other';

/** With several, the program may name any of them: in which order it looks is its own affair. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly errors: readonly RefusalName[];

  constructor(errors: readonly RefusalName[]) {
    super([...new Set(errors)].join(' or '));
    this.errors = errors;
  }
}

export function refuse(...errors: RefusalName[]): never {
  throw new Refusal(errors);
}

export function require(condition: boolean, error: RefusalName): asserts condition {
  if (!condition) refuse(error);
}

/** All of these must hold. Of those that do not, the program names one. */
export function requireAll(conditions: Partial<Record<RefusalName, boolean>>): void {
  const failed = Object.entries(conditions).filter(([, holds]) => !holds);
  if (failed.length > 0) refuse(...failed.map(([name]) => name as RefusalName));
}

/** The same for questions that refuse by themselves. */
export function askAll(...questions: (() => unknown)[]): void {
  const errors = findErrors(...questions);
  if (errors.length > 0) refuse(...errors);
}

type Names = Partial<Record<ErrorCode, ErrorName>>;

/** Asks the domain, and translates its refusals into the program's. */
export function ask<T>(names: Names, question: () => T): T {
  try {
    return question();
  } catch (error) {
    const name = error instanceof DomainError ? names[error.code as ErrorCode] : undefined;
    if (name) refuse(name);
    throw error;
  }
}

/** The errors that these questions end with, each on its own. */
export function findErrors(...questions: (() => unknown)[]): RefusalName[] {
  return questions.flatMap((question) => {
    try {
      question();
      return [];
    } catch (error) {
      if (error instanceof Refusal) return error.errors;
      throw error;
    }
  });
}

export type Prediction = { events: readonly (ToteEvent | null)[] } | { refusal: Refusal };

export function predict(transaction: Transaction): Prediction {
  try {
    return { events: [transaction.apply()].flat() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

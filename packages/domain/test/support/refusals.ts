import { expect } from 'vitest';
import { DomainError } from '../../src/index.ts';

/** The error code that the action throws, so that a test names the one it expects. */
export function refusalOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return expect.fail('expected a refusal, but it succeeded');
}

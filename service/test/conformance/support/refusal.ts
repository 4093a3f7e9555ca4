import { ERRORS, type ErrorCode } from '@tote/domain';
import { expect } from 'vitest';
import type { Answer } from '../../support/world.ts';

/** Checks an error response: the body is exactly `{"error": string}`. */
export function expectRefusal(answer: Answer, status: number, code: ErrorCode): void {
  expect([answer.status, answer.headers.get('x-error-code')], answer.text).toEqual([status, code]);
  expect(ERRORS[code].status).toBe(status);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(typeof answer.body.error).toBe('string');
  expect(answer.body.error).not.toBe('');
  expect(answer.body.error, 'every place in the sentence is filled').not.toMatch(/[{}]/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

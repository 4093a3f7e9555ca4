import { formatInstant, type UnixSeconds } from '@tote/domain';
import { kindOf } from './kinds.ts';
import { readCondition } from './read-condition.ts';

/** The `details` of a market: what decides it, in words, with the moment that counts. */
export function describeCondition(canonical: string, expiresAt: UnixSeconds): string {
  const condition = readCondition(canonical);
  if (condition.type !== 'unknown') return kindOf(condition).describe(condition, expiresAt);
  const text = printable(canonical);
  const by = formatInstant(expiresAt);
  return `Its creator wrote a condition that we do not verify, due at ${by}: ${text}`;
}

/** Foreign text: nothing in it may break a line or turn the text around. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

import { MarketSource } from '@tote/program-client';
import type { Sample } from '../oracles/account-snapshot.ts';
import { rational } from '../oracles/rational.ts';
import { type Reading, readable, unreadable } from '../oracles/reading.ts';
import type { ResolutionRule } from '../resolution-rule.ts';
import { readState } from './evaluate-fact.ts';
import type { Measure } from './verdict.ts';

/** Measures a state fact: 1 if it is met, 0 if not. */
export function measureState(
  { decider }: ResolutionRule,
  sample: Sample,
  expiresAt: number,
): Reading<Measure> {
  if (decider.source !== MarketSource.StateFact) throw new RangeError('this is not a state');
  const reading = readState(decider, sample, expiresAt);
  if (!reading.ok) return reading;
  if (reading.value === 'Invalid') {
    return unreadable('wrong_type', `${decider.account} is not what the fact is about`);
  }
  const isMet = reading.value === 'Met';
  return readable({ value: rational(isMet ? 1n : 0n), isMet });
}

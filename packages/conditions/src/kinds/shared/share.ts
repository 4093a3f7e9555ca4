// A share of a token's supply, in percent.
import type { Measure } from '../../evaluation/verdict.ts';
import { invalid } from '../../field-reader.ts';
import type { Mint } from '../../oracles/layouts/mint.ts';
import { rational } from '../../oracles/rational.ts';
import type { Reading } from '../../oracles/reading.ts';
import { measureValue } from './measured.ts';
import { holds, type Threshold } from './threshold.ts';

const WHOLE = 100n;

export function refuseMoreThanAll({ threshold }: Threshold): void {
  if (holds(rational(WHOLE), { comparator: 'lt', threshold })) {
    throw invalid('nobody holds more than 100 percent');
  }
}

/** If there is no supply, everybody holds 0 percent of it. */
export function measureShare(
  units: bigint,
  { supply }: Mint,
  condition: Threshold,
): Reading<Measure> {
  return measureValue(rational(units * WHOLE, supply > 0n ? supply : 1n), condition);
}

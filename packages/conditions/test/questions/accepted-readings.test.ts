// Questions as people type them: what is measured is what a reasonable person expects. An attested
// question is never wrong, but should be rare.
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import type { Condition } from '../../src/condition.ts';
import table from './accepted-readings.json' with { type: 'json' };

const MINTS: Readonly<Record<string, string>> = {
  OAK: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr',
  SPROUT: 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump',
};

type Question = readonly [
  question: string,
  token: string | null,
  expireAt: string,
  accepted: readonly string[],
];
const QUESTIONS = table.questions as unknown as readonly Question[];

/** Readings that are not in the table and mean the same. */
const ALSO_RIGHT: Readonly<Record<string, string>> = {
  // The service refuses it as already met: SOL costs more. Only the present price tells.
  'Will SOL hit $150 by Dec 1?': 'F:SOL gte 150 any',
  // What must not happen, with No as soon as it does.
  'SOL will not reach $300 before Dec 1': 'F:SOL gte 300 never',
  'Will SOL not exceed $250 before Dec 1?': 'F:SOL gt 250 never',
};

/** Other languages than English. */
const NOT_ENGLISH = /[^ -~]/;

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);

async function read([question, token, expireAt]: Question): Promise<string> {
  const { condition } = await compileCondition({
    ...{ question, expiresAt: at(expireAt), now: at(table.now) },
    tokenAddress: token === null ? null : (MINTS[token] as string),
    ...(token !== null && { token: { launchpad: 'pump', names: { symbol: token, name: token } } }),
  });
  return abbreviate(condition);
}

const TIMINGS = { at_expiry: 'exp', any_time_before: 'any', never_before: 'never' } as const;

/** In the abbreviations of the table. */
function abbreviate(condition: Condition): string {
  const { type } = condition;
  if (type === 'attested') return 'A';
  const timing = 'timing' in condition ? TIMINGS[condition.timing] : '';
  if (type === 'token_event')
    return `${condition.event === 'migrated' ? 'MIG' : 'CURVE'} ${timing}`;
  if (!('threshold' in condition)) return type;
  const rest = `${condition.comparator} ${condition.threshold} ${timing}`;
  switch (type) {
    case 'price_feed':
      return `F:${condition.feed} ${rest}`;
    case 'holder_count':
      return `HOLD ${rest}`;
    case 'token_supply':
      return `SUP ${rest}`;
    default: {
      const unit = condition.unit === 'SOL' ? ':SOL' : '';
      return `${type === 'token_price' ? 'P' : 'MC'}${unit} ${rest}`;
    }
  }
}

describe('every measured reading is accepted', () => {
  test.each(QUESTIONS.map((row) => ({ row })))('$row.0', async ({ row }) => {
    const [question, , , accepted] = row;
    const reading = await read(row);
    expect([...accepted, 'A', ALSO_RIGHT[question]]).toContain(reading);
  });
});

test('what can be measured is measured, in English', async () => {
  const attested: string[] = [];
  for (const row of QUESTIONS) {
    const [question, , , accepted] = row;
    const isMeasurable = !accepted.includes('A');
    if (isMeasurable && !NOT_ENGLISH.test(question) && (await read(row)) === 'A') {
      attested.push(question);
    }
  }
  expect(attested).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { type Clause, encodeClauses } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { readFact } from '../src/evaluation/read-fact.ts';
import { dump } from './oracles/support/dumps.ts';

interface FactCase {
  name: string;
  clauses: { type: string; value?: string; secondsAfterExpiry?: string }[];
  encoded: string;
  expiresAt: string;
  expected: string;
  account?: string;
  data?: string;
}

const url = new URL('../../../vectors/facts.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(url, 'utf8')) as { cases: FactCase[] };

function toClause({ value, secondsAfterExpiry, ...clause }: FactCase['clauses'][number]): Clause {
  if (secondsAfterExpiry !== undefined) {
    return { ...clause, secondsAfterExpiry: BigInt(secondsAfterExpiry) } as unknown as Clause;
  }
  const isBytes = clause.type === 'bytes32';
  const operand = isBytes ? Buffer.from(value ?? '', 'hex') : BigInt(value ?? '');
  return { ...clause, value: operand } as unknown as Clause;
}

describe('readFact reads as the program does', () => {
  test.each(cases)('$name', (vector) => {
    const clauses = vector.clauses.map(toClause);
    expect(Buffer.from(encodeClauses(clauses)).toString('hex')).toBe(vector.encoded);
    const data = vector.account ? dump(vector.account).data : Buffer.from(vector.data ?? '', 'hex');
    expect(readFact(clauses, data, BigInt(vector.expiresAt))).toBe(vector.expected);
  });

  test('there are vectors', () => {
    expect(cases.length).toBeGreaterThan(100);
  });
});

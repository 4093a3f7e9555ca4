import { encodeClauses } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { type FactCase, readVectors, toClause } from '../../../tools/test-setup/vectors.ts';
import { readFact } from '../src/evaluation/read-fact.ts';
import { dump } from './oracles/support/dumps.ts';

const cases = readVectors<FactCase>('facts.json');

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

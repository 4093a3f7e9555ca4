// Promise: only the bettor can stake the bettor's funds, and nobody can take the pool. Every
// instruction in each of its variants is called once as it should be, and then with every account
// of it spoiled in every way, and its data too. All of that must be refused and change nothing.
import { ToteInstruction } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { fixtures } from './fixtures/index.ts';
import { accountNames, instructionNodes, tagOf } from './idl.ts';
import { describeTrial, Report, snakeCase } from './report.ts';
import { runFixture } from './run.ts';

const report = new Report();

describe('the account-substitution matrix', () => {
  const named = fixtures.map((fixture) => {
    return [`${snakeCase(fixture.instruction)} (${fixture.variant})`, fixture] as const;
  });
  test.each(named)('%s takes nothing but what it should', (_, fixture) => {
    const wrong = report.add(fixture.instruction, runFixture(fixture));
    expect(wrong.map(describeTrial)).toEqual([]);
  });

  test('covers every instruction and every account of the IDL', () => {
    const names = Object.values(ToteInstruction).filter((name) => typeof name === 'string');
    expect(instructionNodes.map(tagOf)).toEqual([...names.keys()]);
    for (const node of instructionNodes) {
      const covered = [...(report.covered.get(node.name) ?? [])].sort();
      expect(covered, node.name).toEqual(accountNames(node).sort());
    }
  });

  test('tries many mutations, and lists no exception that is not needed', () => {
    expect(report.mutations).toBeGreaterThan(25_000);
    expect(report.unused).toEqual([]);
  });
});

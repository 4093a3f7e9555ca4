// Promise: only the bettor can stake the bettor's funds, and nobody can take the pool. Every
// instruction in each of its variants is called once as it should be, and then with every account
// of it spoiled in every way, and its data too. All of that must be refused and change nothing.

import { ToteInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { type Exception, exceptions, findException } from './exceptions.ts';
import { fixtures } from './fixtures/index.ts';
import {
  accountNames,
  getInstructionNode,
  instructionNodes,
  reservedOffsets,
  tagOf,
} from './idl.ts';
import { isRefusedRightly } from './refusers.ts';
import { runFixture, type Trial } from './run.ts';

let mutations = 0;
/** The names of the accounts that were put to the test, by instruction. */
const covered = new Map<string, Set<string>>();
const used = new Set<Exception>();

const named = fixtures.map((fixture) => {
  return [`${snakeCase(fixture.instruction)} (${fixture.variant})`, fixture] as const;
});

test.each(named)('%s takes nothing but what it should', (_, fixture) => {
  const trials = runFixture(fixture);
  mutations += trials.length;
  const accounts = covered.get(fixture.instruction) ?? new Set();
  covered.set(fixture.instruction, accounts);
  for (const { account } of trials) if (account) accounts.add(account);
  const wrong = trials.filter((trial) => !isRight(trial));
  expect(wrong.map(describeTrial)).toEqual([]);
});

test('the matrix covers every instruction and every account of the IDL', () => {
  const names = Object.values(ToteInstruction).filter((name) => typeof name === 'string');
  expect(instructionNodes.map(tagOf)).toEqual([...names.keys()]);
  for (const node of instructionNodes) {
    const tried = [...(covered.get(node.name) ?? [])].sort();
    expect(tried, node.name).toEqual(accountNames(node).sort());
  }
});

test('the matrix knows the reserved bytes of headers and of structs', () => {
  const listReserved = (name: string) => reservedOffsets(getInstructionNode(name));
  expect(listReserved('initialize')).toEqual([2, 3, 4, 5, 6, 7, 60, 61, 62, 63]);
  expect(listReserved('updateConfig')).toEqual([2, 3, 4, 5, 6, 7, 36, 37, 38, 39]);
  expect(listReserved('resolveMarket')).toEqual([2, 3, 4, 5, 6, 7]);
});

test('the matrix tries many mutations, and lists no exception that is not needed', () => {
  expect(mutations).toBeGreaterThan(25_000);
  expect(exceptions.filter((exception) => !used.has(exception))).toEqual([]);
});

function isRight(trial: Trial): boolean {
  const { kind } = trial.answer;
  if (kind === 'broken') return false;
  if (kind !== 'accepted') {
    return isRefusedRightly(trial) && (trial.account !== undefined || kind === 'refused');
  }
  const exception = findException(trial);
  if (exception) used.add(exception);
  return exception !== undefined;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function describeTrial({ fixture, account, mutation, detail, answer }: Trial): string {
  const where = `${snakeCase(fixture.instruction)} (${fixture.variant}), ${account ?? 'data'}`;
  const by = 'by' in answer ? ` by ${answer.by}` : '';
  return `${where}: ${mutation} ${detail} was ${answer.kind}${by}`;
}

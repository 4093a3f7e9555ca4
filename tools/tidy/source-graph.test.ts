import { expect, test } from 'vitest';
import { findUnused, readSources } from './source-graph.ts';

const graphOf = (texts: Record<string, string>) =>
  readSources(Object.keys(texts), (file) => texts[file] as string);

const unusedIn = (texts: Record<string, string>) =>
  findUnused(
    graphOf(texts),
    (file) => file.includes('/src/'),
    (file) => file.includes('/test/'),
  );

test('finds what nobody imports, and what only tests import', () => {
  const texts = {
    'packages/lib/src/main.ts': "import { used } from './parts.ts';\nused();\n",
    'packages/lib/src/parts.ts': [
      'export function used() { return helper(); }',
      'export function helper() {}',
      'export const onlyTested = 1;',
      'export const testedHelper = 2;',
      'const sum = [...testedHelper];',
      'export type Unused = string;',
    ].join('\n'),
    'packages/lib/test/parts.test.ts':
      "import { onlyTested, testedHelper } from '../src/parts.ts';\nimport '../src/main.ts';\n",
    'packages/lib/src/forgotten.ts': '',
  };
  expect(unusedIn(texts)).toEqual({
    files: ['packages/lib/src/forgotten.ts'],
    exports: ['packages/lib/src/parts.ts: helper', 'packages/lib/src/parts.ts: Unused'],
    onlyTested: ['packages/lib/src/parts.ts: onlyTested'],
  });
});

test('an index passes on what others import; what it names itself is used', () => {
  const texts = {
    'packages/domain/src/index.ts':
      "export * from './all.ts';\nexport { named } from './some.ts';\n",
    'packages/domain/src/all.ts': 'export const taken = 1;\nexport const left = 2;\n',
    'packages/domain/src/some.ts': 'export const named = 1;\nexport const inner = 2;\n',
    'service/src/main.ts': "import { taken } from '@tote/domain';\n",
    'service/test/main.test.ts': "import '../src/main.ts';\n",
  };
  expect(unusedIn(texts)).toMatchObject({
    files: [],
    exports: ['packages/domain/src/all.ts: left', 'packages/domain/src/some.ts: inner'],
  });
});

test('of a namespace those names count that are taken from it', () => {
  const texts = {
    'packages/lib/src/names.ts': 'export const one = 1;\nexport const two = 2;\n',
    'packages/lib/src/takes.ts': "import * as names from './names.ts';\nnames.one;\n",
    'packages/lib/test/a.test.ts': "import '../src/takes.ts';\n",
  };
  expect(unusedIn(texts).exports).toEqual(['packages/lib/src/names.ts: two']);
  const passedOn = {
    ...texts,
    'packages/lib/src/takes.ts': `${texts['packages/lib/src/takes.ts']}f(names);`,
  };
  expect(unusedIn(passedOn).exports).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './root.ts';
import { findUnused, readSources } from './tidy/source-graph.ts';

const COLUMNS_MAX = 100;
const SOURCE_LINES_MAX = 400;
const TEST_LINES_MAX = 700;
const FUNCTION_LINES_MAX = 70;

const files = listFiles().filter((file) => !file.includes('/generated/'));

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isCode = (file: string) => /\.(tsx?|mjs|css|rs)$/.test(file);
const isTest = (file: string) => /\.test\.ts$|^program\/tests\//.test(file);
const isText = (file: string) => /\.(tsx?|mjs|css|html|rs|md|json|toml|sh|yml)$|^\.ci\//.test(file);

/** The formatter breaks every other line; sentences of tests and of the page stay on one. */
const isTooLong = (line: string) =>
  [...line].length > COLUMNS_MAX &&
  !/^\s*(test|describe)\(['"`]|^\s*(\w+: )?(['"`])[^'"`]*\3,?;?$/.test(line);

test('no line of code is longer than 100 columns', () => {
  const listLong = (file: string) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}`] : []));
  expect(files.filter(isCode).flatMap(listLong)).toEqual([]);
});

test('no file is too long to read in one go', () => {
  const long = files.filter(isCode).filter((file) => {
    const lines = read(file).split('\n').length;
    return lines > (isTest(file) ? TEST_LINES_MAX : SOURCE_LINES_MAX);
  });
  expect(long).toEqual([]);
});

/** In formatted code a function ends with the brace below its first letter. */
function listLongRustFunctions(file: string): string[] {
  const lines = read(file).split('\n');
  return lines.flatMap((line, index) => {
    const [, indent] = /^( *)(?:pub(?:\([a-z]+\))? )?(?:const |unsafe )*fn \w/.exec(line) ?? [];
    if (indent === undefined) return [];
    const end = lines.indexOf(`${indent}}`, index);
    return end - index + 1 > FUNCTION_LINES_MAX ? [`${file}:${index + 1}`] : [];
  });
}

// Biome has the limit for TypeScript.
test('no Rust function has more than 70 lines', () => {
  const rust = files.filter((file) => /^program\/src\/.*\.rs$/.test(file));
  expect(rust.length).toBeGreaterThan(10);
  expect(rust.flatMap(listLongRustFunctions)).toEqual([]);
});

const sources = readSources(
  files.filter((file) => /\.(tsx?|mjs|html)$/.test(file)),
  read,
);
const isSource = (file: string) => /^(packages\/[^/]+|service|web)\/src\//.test(file);
const imports = [...sources].flatMap(([from, source]) =>
  isSource(from) ? source.imports.map(({ to, names }) => ({ from, to, names })) : [],
);

/** A package imports only packages that stand before it. */
const PACKAGES = [
  ...['domain', 'sdk', 'program-client', 'chain', 'localnet'],
  ...['conditions', 'verify', 'cli', 'service', 'web'],
];

const packageOf = (file: string) => file.split('/')[file.startsWith('packages/') ? 1 : 0] ?? '';

/** A folder of service/src imports only folders that stand before it; '' are the files beside. */
const FOLDERS = [
  ...['settings', 'telemetry', 'store', 'auth', 'feed', 'indexer', 'keeper/observe'],
  ...['submissions', 'bets', 'markets', 'series', 'embedded', 'accounts', 'queries'],
  ...['keeper', 'wiring', 'http', ''],
];

function folderOf(file: string): string | undefined {
  if (!file.startsWith('service/src/')) return undefined;
  const [folder = '', inner] = file.split('/').slice(2, -1);
  return FOLDERS.includes(`${folder}/${inner}`) ? `${folder}/${inner}` : folder;
}

/** The same for the page. */
const PAGE_FOLDERS = [
  ...['navigation', 'format', 'data', 'components', 'chart', 'embed'],
  ...['wallet', 'ticket', 'exit', 'screens', 'app', ''],
];

const pageFolderOf = (file: string) =>
  file.startsWith('web/src/') ? (file.split('/').slice(2, -1)[0] ?? '') : undefined;

test.each<[string, readonly string[], (file: string) => string | undefined]>([
  ['packages', PACKAGES, packageOf],
  ['the folders of the service', FOLDERS, folderOf],
  ['the folders of the page', PAGE_FOLDERS, pageFolderOf],
])('%s import in one direction, types included', (_, order, placeOf) => {
  const wrong = imports.filter(({ from, to }) => {
    const [low, high] = [placeOf(to), placeOf(from)];
    if (low === undefined || high === undefined) return false;
    // What is not in the list at all counts, too: a new folder needs a place in it.
    const [at, most] = [order.indexOf(low), order.indexOf(high)];
    return at < 0 || at > most;
  });
  expect(wrong).toEqual([]);
});

/** More than the order says. */
const FORBIDDEN: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^service\/src\/http\//, /^packages\/(chain\/src\/(?!lib\/)|localnet)/],
  // The verifier has decoders of its own, so that it does not repeat a fault of the others.
  [/^packages\/verify\/src\//, /^packages\/(chain\/src\/(?!lib\/)|localnet|program-client)/],
  // The journal is kept when the projection is dropped.
  [/^service\/src\/store\/journal\//, /^service\/src\/store\/projection\//],
  // The page uses the service as anybody can: through packages that run in browsers.
  [/^web\//, /^(?!packages\/(domain|sdk|verify|program-client)\/|web\/)/],
];

test('http knows neither chain nor store, the journal no projection, the verifier no decoder, the page no service', () => {
  const wrong = imports.filter(({ from, to }) =>
    FORBIDDEN.some(([source, target]) => source.test(from) && target.test(to)),
  );
  expect(wrong).toEqual([]);
  // What http shows comes with the queries: of the store it takes types and constants only.
  const isFunction = (name: string) => /^[a-z]/.test(name);
  const called = imports.filter(
    ({ from, to, names }) =>
      /^service\/src\/http\//.test(from) &&
      /^service\/src\/store\//.test(to) &&
      (names?.some(isFunction) ?? true),
  );
  expect(called).toEqual([]);
});

/** Libraries that only some folders may import; what is not named here anybody may. */
const LIBRARIES: readonly (readonly [folder: RegExp, library: RegExp])[] = [
  [/^packages\/domain\/src\//, /^\.\.?\//],
  [/^packages\/program-client\/src\//, /^(\.\.?\/|@solana\/kit$)/],
  [/^packages\/sdk\/src\//, /^(\.\.?\/|@tote\/domain$)/],
  [/^service\/src\/(?!store\/)/, /^(?!kysely$|pg$|@photostructure\/sqlite$)/],
  [/^(?!packages\/localnet\/)packages\//, /^(?!litesvm$|kysely$|pg$)/],
  // A migration does the same for ever, whatever the rest of the code becomes.
  [/^service\/src\/store\/migrations\//, /^(\.\/|kysely$)/],
];

test('the domain and migrations import nothing of ours, SQL stays in the store', () => {
  const wrong: string[] = [];
  for (const [folder, allowed] of LIBRARIES) {
    for (const file of files.filter((name) => folder.test(name) && isSource(name))) {
      for (const [, library = ''] of read(file).matchAll(/from '([^']+)'/g)) {
        if (!allowed.test(library)) wrong.push(`${file} imports ${library}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** A file and all that it imports. */
function listReached(entry: string): string[] {
  const found = new Set([entry]);
  for (const file of found) {
    for (const { to } of sources.get(file)?.imports ?? []) found.add(to);
  }
  return [...found];
}

test.each([
  ['the verifier', 'packages/verify/src/verify-market.ts', 50],
  ['the SDK', 'packages/sdk/src/index.ts', 20],
])('%s runs in browsers: nothing that it imports needs Node', (_, entry, files) => {
  const reached = listReached(entry);
  expect(reached.length).toBeGreaterThan(files);
  const bound = reached.filter((file) => /'node:|\bBuffer\.|\bprocess\./.test(read(file)));
  expect(bound).toEqual([]);
});

/** Why something stays that only tests use. */
const ONLY_TESTED: Record<string, string> = {
  'packages/domain/': 'the rules that vectors and the model of the program are compared with',
};

test('everything that is exported is imported, and every file is used', () => {
  const isTestOrTool = (file: string) => /^(tools|bench|program)\/|\/test\//.test(file);
  const { files: unused, exports, onlyTested } = findUnused(sources, isSource, isTestOrTool);
  expect(unused).toEqual([]);
  // A released migration stays as it is; declarations of packages name the types of KINDS.
  const isNeeded = /\/migrations\/0001-|conditions\/src\/kinds\/.*: (\w+Condition|PoolMeasured)$/;
  expect(exports.filter((name) => !isNeeded.test(name))).toEqual([]);
  const allowed = Object.keys(ONLY_TESTED);
  expect(onlyTested.filter((name) => !allowed.some((start) => name.startsWith(start)))).toEqual([]);
  // A reason that no longer has a case goes.
  expect(allowed.filter((start) => !onlyTested.some((name) => name.startsWith(start)))).toEqual([]);
});

test('nothing points outside of the repository or is left unfinished', () => {
  const marks = ['/wo' + 'rk/', '/ro' + 'ot/', 'FIX' + 'ME', 'XX' + 'X', 'TO' + 'DO'];
  const marked = files
    .filter((file) => isText(file) && file !== 'package-lock.json')
    .flatMap((file) =>
      marks.filter((mark) => read(file).includes(mark)).map((m) => `${file}: ${m}`),
    );
  expect(marked).toEqual([]);
});

test.each([
  [
    'the page makes no number of an amount, and no HTML of a text',
    /^web\/src\//,
    /type="number"|parseFloat|JSON\.parse|innerHTML|insertAdjacentHTML|document\.write/,
  ],
  [
    'the SDK prints nothing: what it sends and gets may be secret',
    /^packages\/(sdk|domain)\/src\//,
    /\bconsole\b/,
  ],
  [
    'the service asks for time, chance and settings in one place',
    /^service\/src\/(?!wiring\/).+\//,
    /Date\.now|new Date\(\)|Math\.random|process\.env/,
  ],
  [
    'the domain asks nobody for the time, for chance or for settings',
    /^packages\/domain\/src\//,
    /Date\.now|new Date\(\)|Math\.random|process\./,
  ],
  [
    'errors are logged whole, in the field `error`, which the log shows with cause and stack',
    /^service\/src\//,
    /\blog\.(?:debug|info|warn|error)\(\s*\{[^}]*(?:\berr\b|String\(error\)|rror\)?\.message)/,
  ],
])('%s', (_, where, forbidden) => {
  const checked = files.filter((file) => where.test(file));
  expect(checked.length).toBeGreaterThan(0);
  expect(checked.filter((file) => forbidden.test(read(file)))).toEqual([]);
});

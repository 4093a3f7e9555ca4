// Which file imports what from which, types included, and what nobody imports. Reads the text of
// files that the formatter has formatted; a compiler would take longer than all other checks.
import { posix } from 'node:path';

interface Import {
  readonly to: string;
  /** Undefined: the whole module, or only that it runs. */
  readonly names: readonly string[] | undefined;
  readonly kind: 'import' | 'export';
}

interface Source {
  readonly text: string;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
}

export type SourceGraph = ReadonlyMap<string, Source>;

const FROM = /^(import|export)\b(?: type)?\s+([^;'"]*?)\s*from '([^']+)'/gms;
const BARE = /^import '([^']+)'|\b(?:import|importActual|mock)\(\s*'([^']+)'/gm;
/** Addresses of threads, and of scripts of a page. */
const URLS = /(?:new URL\(\s*'|<script [^>]*src=")(\.[^'"]+)(?:', import\.meta\.url|")/g;
const DECLARED =
  /^export (?:abstract )?(?:async )?(?:function\*?|class|const|let|enum|interface|type) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?! from)/gm;

export function readSources(files: readonly string[], read: (file: string) => string): SourceGraph {
  const known = new Set(files);
  return new Map(files.map((file) => [file, readSource(file, read(file), known)]));
}

function readSource(file: string, text: string, known: ReadonlySet<string>): Source {
  const imports: Import[] = [];
  const add = (specifier: string, names: Import['names'], kind: Import['kind'] = 'import') => {
    const to = resolve(file, specifier);
    if (to !== undefined && known.has(to)) imports.push({ to, names, kind });
  };
  for (const [, word, what = '', specifier = ''] of text.matchAll(FROM)) {
    add(specifier, namesIn(what, text), word as Import['kind']);
  }
  for (const [, bare, dynamic] of text.matchAll(BARE)) add(bare ?? dynamic ?? '', undefined);
  for (const [, url = ''] of text.matchAll(URLS)) add(url, undefined);
  const declared = [...text.matchAll(DECLARED)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = '']) =>
    split(list).map((entry) => entry.split(' as ').at(-1) as string),
  );
  return { text, imports, exports: [...new Set([...declared, ...listed])] };
}

/** Undefined for all of them, as in `export *`. Of a namespace those that are taken from it. */
function namesIn(what: string, text: string): string[] | undefined {
  const [, list] = /\{([^}]*)\}/s.exec(what) ?? [];
  if (list !== undefined) return split(list).map((entry) => entry.split(' as ')[0] as string);
  const [, namespace] = /^\* as (\w+)$/.exec(what) ?? [];
  if (namespace === undefined) return undefined;
  const isPassedOn = new RegExp(`\\b${namespace}\\b(?!\\.| from)`).test(text);
  if (isPassedOn) return undefined;
  const uses = text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'));
  return [...uses].map(([, name = '']) => name);
}

const split = (list: string) =>
  list.split(',').flatMap((entry) => entry.replace(/\btype\s+/, '').trim() || []);

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [, name = '', path = 'index'] = /^@tote\/([a-z-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === '') return undefined;
  const folder = name === 'service' ? 'service/src' : `packages/${name}/src`;
  return `${folder}/${path}.ts`;
}

/**
 * Files that nobody imports, `file: name` of exports that no other file imports, and of those that
 * only tests use. Looks at the files that `isChecked` names; all others count as users.
 */
export function findUnused(
  graph: SourceGraph,
  isChecked: (file: string) => boolean,
  isTest: (file: string) => boolean,
) {
  const users = findUsers(graph);
  const unused = { files: [] as string[], exports: [] as string[], onlyTested: [] as string[] };
  for (const [file, { text, exports }] of graph) {
    if (!isChecked(file)) continue;
    if (!users.has(file)) unused.files.push(file);
    for (const name of exports) {
      const by = [...(users.get(file)?.get(name) ?? []), ...(users.get(file)?.get('*') ?? [])];
      const mentions = text.match(new RegExp(`(?<!\\w|[^.]\\.)${name}\\b`, 'g'))?.length ?? 0;
      if (by.length === 0) unused.exports.push(`${file}: ${name}`);
      else if (by.every(isTest) && mentions < 2) unused.onlyTested.push(`${file}: ${name}`);
    }
  }
  return unused;
}

/** The importers by file and name. What an index passes on counts where it was made. */
function findUsers(graph: SourceGraph): Map<string, Map<string, string[]>> {
  const users = new Map<string, Map<string, string[]>>();
  const use = (file: string, name: string, by: string) => {
    const source = graph.get(file);
    const names = users.get(file) ?? new Map<string, string[]>();
    users.set(file, names);
    for (const { to, names: passed, kind } of source?.imports ?? []) {
      if (kind === 'export' && (passed === undefined || passed.includes(name))) use(to, name, by);
    }
    names.set(name, [...(names.get(name) ?? []), by]);
  };
  for (const [by, { imports }] of graph) {
    for (const { to, names, kind } of imports) {
      if (!users.has(to)) users.set(to, new Map());
      // What an index names is the package's interface; what it passes on unnamed may be unused.
      if (kind === 'export' && names === undefined) continue;
      for (const name of names ?? ['*']) use(to, name, by);
    }
  }
  return users;
}

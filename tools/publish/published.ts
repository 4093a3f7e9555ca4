// The packages that are published. What they import of the others is compiled into them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

export interface PublishedPackage {
  /** Its folder in `packages/`; with `@tote/` in front its name. */
  readonly name: string;
  /** Whether it can be imported: what `src/index.ts` exports. */
  readonly isLibrary: boolean;
  /** Browsers can run it: it imports nothing of Node. */
  readonly isPortable: boolean;
  /** Name of the command. Its source is `bin/published.ts`. */
  readonly command?: string;
  /** Published packages that are compiled into it all the same, so that it starts fast. */
  readonly contains?: readonly string[];
  /** Other files that it contains: name in the package, path from the root. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A package stands after those that it imports: they are published in this order. */
export const PUBLISHED: readonly PublishedPackage[] = [
  ...['domain', 'program-client', 'sdk', 'verify'].map((name) => ({
    ...{ name, isLibrary: true, isPortable: true },
  })),
  {
    ...{ name: 'localnet', isLibrary: true, isPortable: false, command: 'tote-localnet' },
    files: { 'tote.so': 'program/tote.so' },
  },
  {
    ...{ name: 'cli', isLibrary: false, isPortable: false, command: 'tote' },
    contains: ['@tote/domain', '@tote/sdk'],
  },
];

const SCOPE = '@tote/';
const NAMES: ReadonlySet<string> = new Set(PUBLISHED.map(({ name }) => SCOPE + name));

/** `@scope/name` or `name` of `@scope/name/path`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

export const isOurs = (specifier: string) => specifier.startsWith(SCOPE);

/** Whether it is compiled into the packages that import it. */
export const isInternal = (specifier: string) =>
  isOurs(specifier) && !NAMES.has(packageOf(specifier));

// The package.json of a published package. In the repository packages export their sources; what is
// published exports compiled files, and depends on what these import and on nothing else.
interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** `imported`: all that its files import by name. */
export function createManifest(
  { name, isLibrary, isPortable, command, files = {} }: PublishedPackage,
  imported: readonly string[],
): object {
  const { version, license, engines } = readManifest('.');
  const { description } = readManifest(`packages/${name}`);
  if (!description) throw new Error(`packages/${name}/package.json needs a description`);
  const ofNode = imported.find((specifier) => specifier.startsWith('node:'));
  if (isPortable && ofNode) throw new Error(`${name} imports ${ofNode}, which browsers lack`);
  const index = { types: './dist/index.d.ts', default: './dist/index.js' };
  return {
    ...{ name: `@tote/${name}`, version, description, license, type: 'module', engines },
    ...(isPortable && { sideEffects: false }),
    exports: {
      ...(isLibrary && { '.': index }),
      './package.json': './package.json',
      ...Object.fromEntries(Object.keys(files).map((file) => [`./${file}`, `./${file}`])),
    },
    ...(command && { bin: { [command]: `dist/${command}.js` } }),
    files: ['dist', ...Object.keys(files)],
    dependencies: listDependencies(version, imported),
    publishConfig: { access: 'public' },
  };
}

/** With the versions that the repository is tested with. */
function listDependencies(version: string, imported: readonly string[]): Record<string, string> {
  const folders = readdirSync(join(root, 'packages')).map((folder) => `packages/${folder}`);
  const versions: Record<string, string> = Object.assign(
    {},
    ...folders.map((folder) => readManifest(folder).dependencies),
  );
  const names = imported.filter((specifier) => !specifier.startsWith('node:')).map(requireName);
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const locked = isOurs(name) ? version : versions[name];
      if (locked === undefined) throw new Error(`no package.json of packages/ asks for ${name}`);
      return [name, locked];
    }),
  );
}

/** Published packages export nothing but their index. */
function requireName(specifier: string): string {
  if (!isOurs(specifier) || specifier === packageOf(specifier)) return packageOf(specifier);
  throw new Error(`${specifier} is not published: import it from ${packageOf(specifier)}`);
}

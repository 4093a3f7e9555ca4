// The packages that are published. What they import of the others is compiled into them.

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

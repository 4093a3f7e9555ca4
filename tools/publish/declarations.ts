// Type declarations of the published packages. The compiler writes those of all sources that a
// package reaches; the ones that it needs are copied into it, with imports that work there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../root.ts';
import { isInternal, type PublishedPackage } from './published.ts';

export interface Declarations {
  readonly folder: string;
  /** Errors of files that cannot be declared. They matter only if a package needs such a file. */
  readonly errors: string;
}

export function emitDeclarations(
  packages: readonly PublishedPackage[],
  outDir: string,
): Declarations {
  mkdirSync(outDir, { recursive: true });
  const project = join(outDir, 'tsconfig.json');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
      ...{ rootDir: root, outDir, typeRoots: [join(root, 'node_modules/@types')] },
      // The compiler writes no declarations of what it finds in node_modules.
      paths: Object.fromEntries(
        readdirSync(join(root, 'packages'))
          .filter((name) => isInternal(`@tote/${name}`))
          .map((name) => [`@tote/${name}/*`, [join(root, `packages/${name}/src/*.ts`)]]),
      ),
    },
    files: packages.map(({ name }) => join(root, `packages/${name}/src/index.ts`)),
    include: [],
  };
  writeFileSync(project, JSON.stringify(config));
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, ['-p', project, '--pretty', 'false'], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  return { folder: outDir, errors: stdout };
}

/**
 * Copies the declarations that `index.d.ts` of a package reaches: its own beside it, those of
 * internal packages into `internal/`. Returns what they import by name.
 */
export function copyDeclarations(
  { name }: PublishedPackage,
  { folder: from, errors }: Declarations,
  to: string,
): string[] {
  const imported: string[] = [];
  const reached = new Set([join(from, `packages/${name}/src/index.d.ts`)]);
  const placeOf = (file: string) => {
    const [, owner = '', path = ''] =
      /^packages\/([^/]+)\/src\/(.+)$/.exec(relative(from, file)) ?? [];
    if (owner === name) return join(to, path);
    if (isInternal(`@tote/${owner}`)) return join(to, 'internal', owner, path);
    throw new Error(`${name} names a type by the path ${relative(from, file)}: import the package`);
  };
  for (const file of reached) {
    if (!existsSync(file)) throw new Error(`there is no ${relative(from, file)}\n${errors}`);
    const rename = (specifier: string) => {
      const target = findDeclaration(from, file, specifier);
      if (target === undefined) {
        // Where a type is inferred, the compiler names the part of kit that has it.
        const library = specifier.replace(/^@solana\/.+/, '@solana/kit');
        imported.push(library);
        return library;
      }
      reached.add(target);
      const path = relative(dirname(placeOf(file)), placeOf(target)).replace(/\.d\.ts$/, '.js');
      return path.startsWith('.') ? path : `./${path}`;
    };
    mkdirSync(dirname(placeOf(file)), { recursive: true });
    writeFileSync(placeOf(file), renameImports(readFileSync(file, 'utf8'), rename));
  }
  return imported;
}

const COMMENT_OR_IMPORT =
  /\/\*[\s\S]*?\*\/|\/\/.*|(\bfrom |\bimport\(|^import )(["'])([^"'\n]+)\2/gm;

function renameImports(text: string, rename: (specifier: string) => string): string {
  return text.replaceAll(COMMENT_OR_IMPORT, (whole, before, quote, specifier) =>
    specifier === undefined ? whole : before + quote + rename(specifier) + quote,
  );
}

/** Undefined if it is not compiled into the package. */
function findDeclaration(from: string, file: string, specifier: string): string | undefined {
  const isRelative = specifier.startsWith('.');
  if (!isRelative && !isInternal(specifier)) return undefined;
  const base = isRelative
    ? join(dirname(file), specifier.replace(/\.ts$/, ''))
    : join(from, specifier.replace(/^@tote\/([^/]+)/, 'packages/$1/src'));
  const index = join(base, 'index.d.ts');
  return existsSync(index) ? index : `${base}.d.ts`;
}

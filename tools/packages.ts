// Fails on what must not get into the lockfile. `npm run sbom` lists what is in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * Packages with an install script, which never runs here: packages are installed without scripts.
 * For each the reason why it works without.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  '@photostructure/sqlite': 'contains binaries for every platform',
  esbuild: 'starts the binary of its platform package by itself',
  'bigint-buffer': 'has the same in JavaScript; only tests load it',
  bufferutil: 'is optional; only tests load it',
  'utf-8-validate': 'is optional; only tests load it',
};

const INSTALLED = 'node_modules/';
const EXACT = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|\*)$/;

export function findProblems(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes(INSTALLED)) return findLoose(path, locked);
    if (locked.link) return [];
    const hasReason = Object.hasOwn(SCRIPTS, nameOf(path));
    return [
      ...(locked.integrity ? [] : [`${path} has no integrity hash`]),
      ...(locked.hasInstallScript && !hasReason ? [`${path} has an install script`] : []),
    ];
  });
}

/** Versions in our own package.json files are exact. */
function findLoose(path: string, { dependencies, devDependencies }: LockedPackage): string[] {
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) =>
    EXACT.test(version) ? [] : [`${path || 'package.json'} asks for ${name} ${version}`],
  );
}

/** Reasons for packages that are gone. */
export function findUnused(packages: LockedPackages): string[] {
  const names = Object.entries(packages).flatMap(([path, one]) =>
    one.hasInstallScript ? nameOf(path) : [],
  );
  return Object.keys(SCRIPTS).filter((name) => !names.includes(name));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);

if (process.argv[1] === import.meta.filename) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const unused = findUnused(packages).map((name) => `${name} has no install script any more`);
  const problems = [...findProblems(packages), ...unused];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

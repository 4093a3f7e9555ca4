// Makes the published packages: a folder and a tarball each.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { bundlePackage } from './bundle-package.ts';
import { copyDeclarations, type Declarations, emitDeclarations } from './declarations.ts';
import { createManifest } from './manifest.ts';
import type { PublishedPackage } from './published.ts';

export interface BuiltPackage extends PublishedPackage {
  readonly folder: string;
  readonly tarball: string;
}

/** What is in `outDir` already is removed. */
export async function buildPackages(
  packages: readonly PublishedPackage[],
  outDir: string,
): Promise<BuiltPackage[]> {
  rmSync(outDir, { recursive: true, force: true });
  const libraries = packages.filter(({ isLibrary }) => isLibrary);
  const declarations = emitDeclarations(libraries, join(outDir, 'declarations'));
  for (const each of packages) await buildPackage(each, join(outDir, each.name), declarations);
  rmSync(declarations.folder, { recursive: true });
  const folders = packages.map(({ name }) => join(outDir, name));
  const tarballs = pack(folders, outDir);
  return packages.map((each, index) => ({
    ...{ ...each, folder: folders[index] as string, tarball: tarballs[index] as string },
  }));
}

async function buildPackage(
  each: PublishedPackage,
  folder: string,
  declarations: Declarations,
): Promise<void> {
  const dist = join(folder, 'dist');
  const imported = await bundlePackage(each, dist);
  if (each.isLibrary) imported.push(...copyDeclarations(each, declarations, dist));
  const manifest = createManifest(each, imported);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const files = {
    LICENSE: 'LICENSE',
    'README.md': `packages/${each.name}/README.md`,
    ...each.files,
  };
  for (const [name, path] of Object.entries(files)) cpSync(join(root, path), join(folder, name));
}

export function pack(folders: readonly string[], outDir: string): string[] {
  const options = ['--json', '--ignore-scripts', '--pack-destination', outDir];
  const text = execFileSync('npm', ['pack', ...options, ...folders], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const packed = JSON.parse(text) as { filename: string }[];
  return packed.map(({ filename }) => join(outDir, filename));
}

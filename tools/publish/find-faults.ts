// What is wrong with a tarball, before anybody installs it.
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from '../root.ts';
import type { BuiltPackage } from './build-packages.ts';

export async function findFaults({ name, folder, tarball }: BuiltPackage): Promise<string[]> {
  const data = new Uint8Array(readFileSync(tarball));
  const faults = [...(await lint(data)), ...(await checkTypes(data)), ...findPaths(folder)];
  return faults.map((fault) => `${name}: ${fault}`);
}

async function lint(data: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true });
  return messages.map((each) => formatMessage(each, pkg, { color: false }) ?? each.code);
}

async function checkTypes(data: Uint8Array): Promise<string[]> {
  const excludeEntrypoints = [/\.so$/, './package.json'];
  const result = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints });
  if (!result.types) return [];
  return result.problems.filter(isForModules).map((problem) => JSON.stringify(problem));
}

/** The packages are ES modules: `require` needs a Node that can load them. */
function isForModules(problem: Problem): boolean {
  if ('resolutionKind' in problem) return !/node10|node16-cjs/.test(problem.resolutionKind);
  return !('resolutionOption' in problem && problem.resolutionOption === 'node10');
}

/** Files that name a folder of the machine which built them. */
function findPaths(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const text = readFileSync(file, 'latin1');
      const path = [root, `${homedir()}/`].find((each) => text.includes(each));
      return path ? [`${relative(folder, file)} contains the path ${path}`] : [];
    });
}

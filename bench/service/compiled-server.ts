// The measured servers run compiled, like the commands, and by the same build.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Build = typeof import('../../tools/build/ensure-compiled.mjs');

const SERVERS = [
  'service',
  'echo',
  'chain-alone',
  'naive',
  'receiver',
  'readers',
  'replay',
  'indexing',
  'balancer',
].map((name) => `bench/service/${name}-server.ts`);

/** The arguments of Node for one of them, by its path in the checkout. */
export async function serverArgs(checkout: string, source: string): Promise<string[]> {
  const build = await findBuild(checkout);
  // An older checkout, which is measured to compare.
  if (!build) return ['--import', 'tsx', join(checkout, source)];
  // An older checkout has fewer of them.
  const servers = SERVERS.filter((server) => existsSync(join(checkout, server)));
  const target = { name: 'bench', entryPoints: [...servers, ...build.THREADS] };
  const file = build.ensureCompiled(target).get(source);
  if (file === undefined) throw new Error(`${source} is not compiled`);
  return [file];
}

/** How a checkout compiles; undefined if it does not. */
export async function findBuild(checkout: string): Promise<Build | undefined> {
  const file = join(checkout, 'tools', 'build', 'ensure-compiled.mjs');
  if (!existsSync(file)) return undefined;
  return (await import(pathToFileURL(file).href)) as Build;
}

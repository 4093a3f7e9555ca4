// Loaded into every process of a test run (--import). Tests run from source, and the modules that
// they start as threads from what compile.ts has compiled. Node 20 needs a loader for TypeScript,
// and each thread would load it again: half a second per thread, four threads per service.
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import { findLastCompiled, root, THREADS } from '../build/ensure-compiled.mjs';

export const TEST_MODULES = {
  name: 'tests',
  entryPoints: [
    ...THREADS,
    'service/test/faults/support/service-child.ts',
    'service/test/support/killed-rebuild.ts',
  ],
};

const sources = new Map(
  TEST_MODULES.entryPoints.map((path) => [pathToFileURL(join(root, path)).href, path]),
);

/** The compiled form of a module, if it has one. */
export function findCompiledModule(module) {
  const source = sources.get(String(module));
  return source && findLastCompiled(TEST_MODULES).get(source);
}

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(entry, options) {
    super(findCompiledModule(options?.workerData?.module) ?? entry, options);
  }
};
syncBuiltinESMExports();

// Loaded into every process of a test run, and into its threads (--import): what compile.ts has
// compiled starts from there. Node 20 needs a loader for TypeScript, and each thread would load it
// anew: half a second of work per thread, four threads per service.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const COMPILED_DIR = join(root, 'node_modules', '.cache', 'tote-tests');

/** Makes what is compiled start compiled: for the --import of a process. */
export const PRELOAD = import.meta.url;

/** By their sources. Names are enough: no two are the same. */
export const COMPILED = [
  'packages/localnet/src/chain-thread.ts',
  'packages/localnet/src/ledger/signature-thread.ts',
  'packages/localnet/src/ledger/store-thread.ts',
  'service/src/store/sqlite/writer-thread.ts',
  'service/test/faults/support/service-child.ts',
];
const outputs = new Map(
  COMPILED.map((source) => [
    pathToFileURL(join(root, source)).href,
    join(COMPILED_DIR, `${basename(source, '.ts')}.mjs`),
  ]),
);

/** The compiled form of a module, where there is one. */
export function findCompiled(module) {
  const file = outputs.get(String(module));
  return file !== undefined && existsSync(file) ? file : undefined;
}

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(entry, options) {
    super(findCompiled(options?.workerData?.module) ?? entry, options);
  }
};
syncBuiltinESMExports();

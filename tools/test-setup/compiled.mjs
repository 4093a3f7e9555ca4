// Loaded into every process and thread of a test run (--import), so that modules compiled by
// compile.ts start from their compiled form. Node 20 needs a loader for TypeScript, and each thread
// would load it again: half a second per thread, four threads per service.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const COMPILED_DIR = join(root, 'node_modules', '.cache', 'tote-tests');

/** The module for `--import` that makes a process use the compiled modules. */
export const PRELOAD = import.meta.url;

/** The sources of the compiled modules. Their file names are unique. */
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

/** The compiled form of a module, if there is one. */
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

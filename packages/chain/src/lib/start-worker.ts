// Starts a module in a thread. The build (tools/build/bundle.mjs) compiles these modules too and
// puts the compiled file into the URL, so a compiled process starts compiled threads.
import { Worker } from 'node:worker_threads';

/** Node 20 cannot run TypeScript, so threads of a process that runs from source need a loader. */
const SOURCE_WORKER = new URL('./source-worker.mjs', import.meta.url);

/** The build finds the module if it is written as `new URL('<path>', import.meta.url)`. */
export function startWorker(module: URL, data: object): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module, { workerData: data });
  return new Worker(SOURCE_WORKER, { workerData: { ...data, module: module.href } });
}

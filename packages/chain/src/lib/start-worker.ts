// Starts a module in a thread. The build (tools/build/bundle.mjs) compiles these modules too and
// puts the compiled file into the URL, so a compiled process starts compiled threads.
import { Worker } from 'node:worker_threads';

/** Node 20 cannot run TypeScript, so threads of a process that runs from source need a loader. */
const SOURCE_WORKER = new URL('./source-worker.mjs', import.meta.url);

/** V8's default is 48 for new objects: under load it is used up, and an idle thread keeps it. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** The build finds the module if it is written as `new URL('<path>', import.meta.url)`. */
export function startWorker(module: URL, data: object): Worker {
  const isSource = module.pathname.endsWith('.ts');
  const workerData = isSource ? { ...data, module: module.href } : data;
  return new Worker(isSource ? SOURCE_WORKER : module, { workerData, resourceLimits });
}

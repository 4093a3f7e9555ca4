// Node 20 does not run TypeScript in a thread. This registers a loader and imports the module.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.module);

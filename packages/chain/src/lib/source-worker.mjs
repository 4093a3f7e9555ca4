// Registers a loader for TypeScript in the thread and starts its module.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.module);

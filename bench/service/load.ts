// Measures a server under load. The load generator is the same for every server, and runs in a
// process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';

interface Request {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface Load {
  readonly server: Pick<Child, 'url' | 'processorTime'>;
  readonly seconds: number;
  /** Sends this many requests instead, however long they take. */
  readonly amount?: number;
  readonly connections?: number;
  readonly method?: 'GET' | 'POST';
  readonly requests: readonly Request[];
  /**
   * Each connection repeats one of its own. Otherwise all begin with the first and go on nearly in
   * step, so that most requests at a time are the same one.
   */
  readonly isSpread?: boolean;
}

export type LoadTask = Omit<Load, 'server'> & { readonly url: string };

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 2xx, and failed connections. */
  readonly failed: number;
  readonly total: number;
}

export interface Measured extends LoadResult {
  /** Processor time of the server for each answered request: all threads, the main one alone. */
  readonly serverMicros: number;
  readonly mainMicros: number;
}

/** Warm-up time relative to the measured time, because the JIT keeps optimising for a while. */
const WARM_UP = 3;
/** The service writes rows after its answer. They belong to the requests, too. */
const REST_MS = 300;

export async function warmUp(load: Load): Promise<void> {
  await measure({ ...load, seconds: WARM_UP * load.seconds });
}

export async function measure({ server, ...load }: Load): Promise<Measured> {
  const before = server.processorTime();
  const result = await send({ ...load, url: new URL(server.url).origin });
  await sleep(REST_MS);
  const after = server.processorTime();
  return {
    ...result,
    serverMicros: (after.all - before.all) / result.total,
    mainMicros: (after.main - before.main) / result.total,
  };
}

let generator: ChildProcess | undefined;

async function send(task: LoadTask): Promise<LoadResult> {
  generator ??= startGenerator();
  const answer = once(generator, 'message');
  generator.send(task);
  const [result] = await answer;
  return result as LoadResult;
}

function startGenerator(): ChildProcess {
  const module = new URL('./load-process.ts', import.meta.url);
  const child = fork(module, { execArgv: ['--import', 'tsx'] });
  // So that a call that waits for an answer fails.
  child.once('exit', (code) => child.emit('error', new Error(`the load ended with ${code}`)));
  child.on('error', () => {});
  return child;
}

export async function stopLoad(): Promise<void> {
  const ended = new Promise((resolve) => generator?.once('exit', resolve) ?? resolve(0));
  generator?.disconnect();
  await ended;
}

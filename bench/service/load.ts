// Measures a server under load. The load generator is the same for every server, and runs in a
// process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Child } from './child.ts';
import { processors, runOn } from './processors.ts';

interface Request {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface Load {
  readonly server: Child;
  readonly seconds: number;
  /** So many requests instead, however long they take. */
  readonly amount?: number;
  readonly connections?: number;
  /** At most so many, evenly; default: as many as are answered. */
  readonly perSecond?: number;
  readonly method?: 'GET' | 'POST';
  /** Used in turn by each connection. */
  readonly requests: readonly Request[];
  /**
   * Each connection begins with another one. Otherwise all begin with the first and go on nearly in
   * step, so that most requests at a time are the same one.
   */
  readonly isSpread?: boolean;
  /** Each connection sends one of them again and again. */
  readonly hasOwn?: boolean;
}

/** What the load generator is told. */
export interface LoadTask extends Required<Omit<Load, 'server' | 'amount' | 'perSecond'>> {
  readonly url: string;
  readonly amount: number | undefined;
  readonly perSecond: number | undefined;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** Processor time of the load generator. */
  readonly loadMicros: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 2xx, and failed connections. */
  readonly failed: number;
  readonly total: number;
  /** Processor time of the server for each answered request: all threads, the main one alone. */
  readonly serverMicros: number;
  readonly mainMicros: number;
  /** Processor time of the load generator for each of them. */
  readonly loadMicros: number;
}

/** What one request costs the server. */
export interface Cost {
  readonly micros: number;
  readonly perSecond?: number;
  readonly failed: number;
}

export const costOf = ({ perSecond, serverMicros, failed }: Measured): Cost => ({
  ...{ perSecond, micros: serverMicros, failed },
});

const CONNECTIONS = 64;
/** Warm-up time relative to the measured time, because the JIT keeps optimising for a while. */
const WARM_UP = 3;
/** The service writes rows after its answer. They belong to the requests, too. */
const REST_MS = 300;

export async function warmUp(load: Load): Promise<void> {
  await measure({ ...load, seconds: WARM_UP * load.seconds });
}

export async function measure(load: Load): Promise<Measured> {
  const { server, seconds, amount, connections = CONNECTIONS, method = 'GET' } = load;
  const { requests, isSpread = false, hasOwn = false, perSecond } = load;
  const url = new URL(server.url).origin;
  const before = server.processorTime();
  const rate = { amount, perSecond };
  const task = { url, seconds, ...rate, connections, method, requests, isSpread, hasOwn };
  const result = await send(task);
  await sleep(REST_MS);
  const after = server.processorTime();
  const { answered, p50Ms, p99Ms, failed, loadMicros } = result;
  return {
    perSecond: answered / result.seconds,
    ...{ p50Ms, p99Ms, failed, total: answered },
    serverMicros: (after.all - before.all) / answered,
    mainMicros: (after.main - before.main) / answered,
    loadMicros: loadMicros / answered,
  };
}

interface Generator {
  readonly process: ChildProcess;
  /** Rejects when it ends. */
  readonly ended: Promise<never>;
}

let generator: Generator | undefined;

async function send(task: LoadTask): Promise<LoadResult> {
  generator ??= startGenerator();
  const answer = once(generator.process, 'message');
  generator.process.send(task);
  const [result] = await Promise.race([answer, generator.ended]);
  return result as LoadResult;
}

function startGenerator(): Generator {
  const module = fileURLToPath(new URL('./load-process.ts', import.meta.url));
  const node = [process.execPath, '--import', 'tsx', module];
  const [command = '', ...args] = runOn(processors.load, node);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load generator ended with ${code}`);
  });
  ended.catch(() => {});
  return { process: child, ended };
}

export async function stopLoad(): Promise<void> {
  const stopped = generator;
  generator = undefined;
  stopped?.process.disconnect();
  await stopped?.ended.catch(() => {});
}

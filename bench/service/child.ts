// Starts the measured servers in their own processes, as in production.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { root } from '../../tools/root.ts';
import { serverArgs } from './compiled-server.ts';
import { type ProcessorTime, readProcessorTime } from './processor-time.ts';
import { processors, runOn } from './processors.ts';
import { readResidentMib } from './resident-memory.ts';

export interface Child {
  /** What the server printed when it was ready. */
  readonly url: string;
  /** From the command to that line. */
  readonly readyMs: number;
  /** Processor time until then, without that of other processes that it started. */
  readonly readyProcessorMs: number;
  processorTime(): ProcessorTime;
  /** Resident memory in MiB. */
  residentMib(): number;
  stop(): Promise<void>;
}

interface Command {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** The line that is waited for, and in it the address. */
  readonly ready?: RegExp;
}

const POLL_MS = 10;
const READY = /^ready (\S+)$/;

let checkout = root;

/** The servers and commands are those of this folder. */
export const measuredCheckout = () => checkout;

/** From now on they are those of another checkout, with its sources and packages. */
export function measureServiceOf(folder: string): void {
  checkout = resolve(folder);
}

/** Starts a module of this folder that prints one line `ready <url>`. */
export async function startChild(module: URL, env: Record<string, string> = {}): Promise<Child> {
  // For example `--cpu-prof`.
  const nodeArgs = process.env.BENCH_NODE_ARGS?.split(' ') ?? [];
  const args = await serverArgs(checkout, relative(root, fileURLToPath(module)));
  return startCommand({ args: [process.execPath, ...nodeArgs, ...args], env });
}

/** In the measured checkout. */
export async function startCommand({ args, env, ready = READY }: Command): Promise<Child> {
  const [command = '', ...rest] = runOn(processors.servers, args);
  const startedAt = performance.now();
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that what npm starts ends with it.
    detached: true,
    cwd: checkout,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await firstMatch(child, ready);
  const { pid = 0 } = child;
  return {
    url,
    readyMs: performance.now() - startedAt,
    readyProcessorMs: readProcessorTime(pid).all / 1000,
    processorTime: () => readProcessorTime(pid),
    residentMib: () => readResidentMib(pid),
    async stop() {
      const ended = once(child, 'exit');
      signal(child, 'SIGTERM');
      await ended;
      // What npm started may end later.
      while (isRunning(-pid)) await sleep(POLL_MS);
    },
  };
}

const running = new Set<ChildProcess>();

for (const name of ['SIGINT', 'SIGTERM', 'exit'] as const) {
  process.on(name, () => {
    for (const child of running) signal(child, 'SIGKILL');
    if (name !== 'exit') process.exit(1);
  });
}

function signal({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, name);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function firstMatch(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const found = ready.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
}

// Starts the measured servers in their own processes, compiled, as in production.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from '../../tools/root.ts';
import { type ProcessorTime, readProcessorTime, readResidentMib } from './proc.ts';

export interface Child {
  readonly pid: number;
  /** What the server printed when it was ready. */
  readonly url: string;
  /** From the command to that line, and the processor time until then. */
  readonly readyMs: number;
  readonly readyProcessorMs: number;
  processorTime(): ProcessorTime;
  residentMib(): number;
  stop(): Promise<void>;
}

type Build = typeof import('../../tools/build/ensure-compiled.mjs');

const SERVERS = ['service', 'echo'].map((name) => `bench/service/${name}-server.ts`);
const POLL_MS = 10;
const READY = /^ready (\S+)$/;

let checkout = root;

export const measuredCheckout = () => checkout;

/** From now on they are those of another checkout, with its sources and packages. */
export function measureServiceOf(folder: string): void {
  checkout = resolve(folder);
}

/** Starts `bench/service/<name>-server.ts`, which prints one line `ready <url>`. */
export async function startServer(name: string, env: Record<string, string> = {}): Promise<Child> {
  const build = join(checkout, 'tools', 'build', 'ensure-compiled.mjs');
  const { ensureCompiled, THREADS } = (await import(pathToFileURL(build).href)) as Build;
  const compiled = ensureCompiled({ name: 'bench', entryPoints: [...SERVERS, ...THREADS] });
  const file = compiled.get(`bench/service/${name}-server.ts`) as string;
  return startCommand([process.execPath, file], env);
}

/** In the measured checkout. `ready` is the line that is waited for, and in it the address. */
export async function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  ready = READY,
): Promise<Child> {
  const [command = '', ...rest] = args;
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
    ...{ pid, url, readyMs: performance.now() - startedAt },
    readyProcessorMs: readProcessorTime(pid).all / 1000,
    processorTime: () => readProcessorTime(pid),
    residentMib: () => readResidentMib(pid),
    async stop() {
      const ended = once(child, 'exit');
      if (!signal(child, 'SIGTERM')) return;
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

const signal = ({ pid, exitCode }: ChildProcess, name: NodeJS.Signals) =>
  pid !== undefined && exitCode === null && process.kill(-pid, name);

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
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = ready.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
}

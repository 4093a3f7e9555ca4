// Starts the measured servers in their own processes, as in production.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** What the server printed when it was ready. */
  readonly url: string;
  /** Resident memory in MiB. */
  residentMib(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a module that prints one line `ready <url>`. */
export async function startChild(
  module: URL,
  env: Record<string, string> = {},
  ready = /^ready (\S+)$/,
): Promise<Child> {
  // For example `--cpu-prof`.
  const nodeArgs = process.env.BENCH_NODE_ARGS?.split(' ') ?? [];
  const args = [...nodeArgs, '--import', 'tsx', fileURLToPath(module)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstMatch(child, ready);
  return {
    url,
    residentMib: () => readResident(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function firstMatch(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const found = ready.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
}

async function readResident(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

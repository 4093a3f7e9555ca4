// Runs a command in a process of its own until it ends, or until the test does.
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

export interface RunOptions {
  readonly cwd?: string;
  /** All of its environment, besides PATH. */
  readonly env?: Record<string, string>;
  /** The version of Node that runs it; this one by default. */
  readonly node?: string;
}

export interface Run {
  text(): string;
  /** The exit code; null after a signal that it does not handle. */
  readonly ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

export function runNode(args: readonly string[], options: RunOptions = {}): Run {
  const { cwd, env, node = process.execPath } = options;
  const child = spawn(node, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { text: () => text, ended, signal: (name) => child.kill(name) };
}

// A process of a test, which ends with the test's own process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProcess {
  text(): string;
  stop(): Promise<void>;
}

interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** The shell's input ends when this process does; then the shell stops what it runs. */
const SCRIPT = '"$0" "$@" & running=$!; read -r _; kill -TERM $running; wait $running';

export function runProcess(command: readonly string[], options: ProcessOptions): RunningProcess {
  const env = { PATH: process.env.PATH, ...options.env };
  const child = spawn('sh', ['-c', SCRIPT, ...command], { ...options, env });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return {
    text: () => text,
    async stop() {
      child.stdin.end('stop\n');
      await ended;
    },
  };
}

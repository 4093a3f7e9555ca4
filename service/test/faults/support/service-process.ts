// Starts the service as a process, kills it, and reports how it ended.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findCompiledModule } from '../../../../tools/test-setup/compiled.mjs';
import { Api } from './api.ts';

export type ToChild =
  | { kind: 'start'; env: Record<string, string> }
  | { kind: 'clock'; skewMs: number }
  | { kind: 'arm' };
export type FromChild =
  | { kind: 'ready'; baseUrl: string }
  | { kind: 'failed'; text: string }
  | { kind: 'armed' };

const CHILD = new URL('service-child.ts', import.meta.url);
const CLOCK = new URL('movable-clock.mjs', import.meta.url);

export class ServiceProcess {
  readonly api: Api;
  readonly #child: ChildProcess;
  /** The signal that ended it, or the exit code. */
  readonly ended: Promise<string>;

  private constructor(child: ChildProcess, ended: Promise<string>, baseUrl: string) {
    this.#child = child;
    this.ended = ended;
    this.api = new Api(baseUrl);
  }

  static start(env: Record<string, string>, options?: StartOptions): Promise<ServiceProcess> {
    return ServiceProcess.prepare()(env, options);
  }

  /** Begins to load the modules; the returned function starts the service. */
  static prepare({ output }: PrepareOptions = {}): PreparedProcess {
    const compiled = findCompiledModule(CHILD);
    const child = fork(compiled ?? fileURLToPath(CHILD), {
      execArgv: ['--import', CLOCK.href, ...(compiled === undefined ? ['--import', 'tsx'] : [])],
      stdio: ['inherit', output ?? 'inherit', output ?? 'inherit', 'ipc'],
    });
    return (env, options) => ServiceProcess.#from(child, env, options);
  }

  static async #from(
    child: ChildProcess,
    env: Record<string, string>,
    { skewMs = 0 }: StartOptions = {},
  ): Promise<ServiceProcess> {
    const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
    child.send({ kind: 'clock', skewMs } satisfies ToChild);
    child.send({ kind: 'start', env } satisfies ToChild);
    const message = await nextMessage(child, ended);
    if (message.kind === 'failed') {
      child.kill('SIGKILL');
      throw new Error(message.text);
    }
    if (message.kind !== 'ready') throw new Error(`unexpected: ${message.kind}`);
    // Replicas share an origin, so each is called at its own port.
    const { TOTE_ORIGIN, TOTE_PORT } = env;
    const ownUrl = `http://127.0.0.1:${TOTE_PORT}/v1`;
    return new ServiceProcess(child, ended, TOTE_ORIGIN === undefined ? message.baseUrl : ownUrl);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async arm(): Promise<void> {
    const armed = nextMessage(this.#child, this.ended);
    this.#child.send({ kind: 'arm' } satisfies ToChild);
    await armed;
  }

  /** Sets the clock of its machine, in all of its threads. */
  setClock(skewMs: number): void {
    if (this.isRunning) this.#child.send({ kind: 'clock', skewMs } satisfies ToChild);
  }

  /** Stops its threads, as when a machine is moved; `thaw` lets them continue. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<void> {
    if (this.isRunning) this.#child.kill('SIGTERM');
    await this.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

export interface StartOptions {
  /** The error of its machine's clock. */
  readonly skewMs?: number;
}

interface PrepareOptions {
  /** The descriptor of the file that gets what it prints; default: as the test's own output. */
  readonly output?: number;
}

export type PreparedProcess = (
  env: Record<string, string>,
  options?: StartOptions,
) => Promise<ServiceProcess>;

async function nextMessage(child: ChildProcess, ended: Promise<string>): Promise<FromChild> {
  const message = once(child, 'message').then(([each]) => each as FromChild);
  const end = ended.then((how): FromChild => ({ kind: 'failed', text: `it ended: ${how}` }));
  return Promise.race([message, end]);
}

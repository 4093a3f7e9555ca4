// Starts the service as a process, kills it, and reports how it ended.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findCompiledModule } from '../../../../tools/test-setup/compiled.mjs';
import { Api } from './api.ts';

export type ToChild =
  | { kind: 'start'; env: Record<string, string>; skewMs: number }
  | { kind: 'arm' };
export type FromChild =
  | { kind: 'ready'; baseUrl: string }
  | { kind: 'failed'; text: string }
  | { kind: 'armed' };

const CHILD = new URL('service-child.ts', import.meta.url);

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
    return prepareProcess()(env, options);
  }

  /** Begins to load the modules; the returned function starts the service. */
  static prepare(): PreparedProcess {
    return prepareProcess();
  }

  static async from(
    child: ChildProcess,
    env: Record<string, string>,
    { skewMs = 0 }: StartOptions = {},
  ): Promise<ServiceProcess> {
    const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
    child.send({ kind: 'start', env, skewMs } satisfies ToChild);
    const message = await nextMessage(child, ended);
    if (message.kind === 'failed') throw new Error(message.text);
    if (message.kind !== 'ready') throw new Error(`unexpected: ${message.kind}`);
    // Replicas share an origin, so each is called at its own port.
    const { TOTE_ORIGIN, TOTE_PORT } = env;
    const ownUrl = `http://127.0.0.1:${TOTE_PORT}/v1`;
    return new ServiceProcess(child, ended, TOTE_ORIGIN === undefined ? message.baseUrl : ownUrl);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Turns on its crash point. */
  async arm(): Promise<void> {
    const armed = nextMessage(this.#child, this.ended);
    this.#child.send({ kind: 'arm' } satisfies ToChild);
    await armed;
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

export type PreparedProcess = (
  env: Record<string, string>,
  options?: StartOptions,
) => Promise<ServiceProcess>;

function prepareProcess(): PreparedProcess {
  const compiled = findCompiledModule(CHILD);
  const child = fork(compiled ?? fileURLToPath(CHILD), {
    execArgv: compiled === undefined ? ['--import', 'tsx'] : [],
    stdio: 'inherit',
  });
  return (env, options) => ServiceProcess.from(child, env, options);
}

async function nextMessage(child: ChildProcess, ended: Promise<string>): Promise<FromChild> {
  const message = once(child, 'message').then(([each]) => each as FromChild);
  const end = ended.then((how): FromChild => ({ kind: 'failed', text: `it ended: ${how}` }));
  return Promise.race([message, end]);
}

// A process of the service that is started again whenever it ends, as a service manager does.
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../service/test/faults/support/api.ts';
import { ServiceProcess } from '../../service/test/faults/support/service-process.ts';
import { findPort } from '../test-setup/find-port.ts';

const AGAIN_MS = 200;

export class Replica {
  readonly api: Api;
  process: ServiceProcess | undefined;
  starts = 0;
  readonly #startProcess: () => Promise<ServiceProcess>;
  #skewMs = 0;
  #isClosing = false;
  #running: Promise<void> | undefined;

  private constructor(env: Record<string, string>, output: number) {
    this.api = new Api(`http://127.0.0.1:${env.TOTE_PORT}/v1`);
    this.#startProcess = () => ServiceProcess.prepare({ output })(env, { skewMs: this.#skewMs });
  }

  static async start(env: Record<string, string>, output: number): Promise<Replica> {
    const replica = new Replica({ ...env, TOTE_PORT: String(await findPort()) }, output);
    await replica.#start();
    replica.#running = replica.#run();
    return replica;
  }

  setClock(skewMs: number): void {
    this.#skewMs = skewMs;
    this.process?.setClock(skewMs);
  }

  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(5_000);
    const path = '/../readyz?for=writes';
    const answer = await this.api.call('GET', path, { signal }).catch(() => undefined);
    return answer?.status === 200;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.process?.stop();
    await this.#running;
  }

  async #start(): Promise<void> {
    this.process = await this.#startProcess();
    this.starts += 1;
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      await this.process?.ended;
      this.process = undefined;
      while (!this.process && !this.#isClosing) {
        await sleep(AGAIN_MS);
        // It refuses to start without its database or its chain.
        await this.#start().catch(() => undefined);
      }
    }
    await (this.process as ServiceProcess | undefined)?.stop();
  }
}

// Clients that place one bet after another, each repeated with its key until it is placed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Api, BetRequest, Credential } from '../faults/support/api.ts';

interface LoadOptions {
  /** Taken in turn; a bet that got no answer is repeated at the next one. */
  apis(): readonly Api[];
  readonly wallets: readonly Credential[];
  /** Part of the keys, so that two loads have different ones. */
  readonly name: string;
  /** How many bets each wallet places; without a number they go on until `stop`. */
  readonly bets?: number;
  /** What the wallet with this index bets; by default every second one on Yes. */
  bet(wallet: number, bet: number): Omit<BetRequest, 'key'>;
}

const AGAIN_MS = 50;

export class Load {
  readonly #options: LoadOptions;
  /** How often each answer came, such as "503 chain_unavailable". */
  readonly counts = new Map<string, number>();
  /** The answers of placed bets, by wallet. */
  readonly placed: readonly Answer[][];
  /** The longest time until a bet was refused because the chain is unreachable, in milliseconds. */
  slowestRefusalMs = 0;
  readonly #watchers = new Set<() => void>();
  #running: Promise<unknown> | undefined;
  #isStopping = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.placed = options.wallets.map(() => []);
  }

  get total(): number {
    return this.placed.reduce((sum, answers) => sum + answers.length, 0);
  }

  count(answer: string): number {
    return this.counts.get(answer) ?? 0;
  }

  start(): this {
    this.#running = Promise.all(this.#options.wallets.map((_, index) => this.#runClient(index)));
    // Those that wait for it get the error.
    this.#running.catch(() => undefined);
    return this;
  }

  /** Resolves when so many more bets are placed; rejects if the load fails before. */
  async placeMore(bets: number): Promise<void> {
    const wanted = this.total + bets;
    const reached = new Promise<void>((resolve) => {
      const look = () => {
        if (this.total < wanted) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
    });
    await Promise.race([reached, this.#running]);
  }

  /** All bets of a load whose number is limited. */
  async end(): Promise<readonly Answer[]> {
    await this.#running;
    return this.placed.flat();
  }

  /** Every bet that was begun is placed when it resolves. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** For a table: "201: 250, 503 chain_unavailable: 18". */
  describe(): string {
    return [...this.counts].map(([answer, count]) => `${answer}: ${count}`).join(', ');
  }

  async #runClient(index: number): Promise<void> {
    const { bets = Number.POSITIVE_INFINITY } = this.#options;
    for (let bet = 0; bet < bets && !this.#isStopping; bet += 1) {
      this.placed[index]?.push(await this.#place(index, bet));
      for (const look of this.#watchers) look();
    }
  }

  async #place(index: number, bet: number): Promise<Answer> {
    const { apis, wallets, name: load } = this.#options;
    const key = `${load} ${index} ${bet}`;
    const outcome = index % 2 ? 'Yes' : 'No';
    const request: BetRequest = { outcome, ...this.#options.bet(index, bet), key };
    for (let tries = index + bet; ; tries += 1) {
      const running = apis();
      const api = running[tries % running.length] as Api;
      const began = performance.now();
      const answer = await api.tryBet(wallets[index] as Credential, request);
      const name = answer ? `${answer.status} ${answer.code ?? ''}`.trim() : 'no answer';
      this.counts.set(name, this.count(name) + 1);
      if (answer?.code === 'chain_unavailable') {
        this.slowestRefusalMs = Math.max(this.slowestRefusalMs, performance.now() - began);
      }
      if (answer?.status === 201) return answer;
      const isRefused = answer !== undefined && ![202, 409, 429, 503].includes(answer.status);
      if (isRefused) throw new Error(`${key}: ${answer.status} ${answer.text}`);
      await sleep(AGAIN_MS);
    }
  }
}

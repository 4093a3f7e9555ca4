// Watches whether transactions would land. While they would not, requests are refused at once.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import { within } from '@tote/chain/lib/within';
import { DomainError, type UnixSeconds } from '@tote/domain';
import type { Log } from '../telemetry/log.ts';
import type { FeePayer } from './prepare/draft.ts';

const EVERY_MS = 2_000;
const ANSWER_MS_MAX = 5_000;
const FAILURES_MAX = 2;
const STALLED_MS = 20_000;
/** Whether it is the same chain is asked less often, unless there is a doubt. */
const IDENTITY_EVERY = 5;
/** This many answers in a row must say so: a node, or a proxy, may be wrong. */
const REPLACED_MIN = 3;
/** The wall clock and the monotonic clock may drift apart by this much between two looks. */
const STEP_MS_MAX = 3_000;
const EMPTY_LAMPORTS = 1_000_000n;
const LOW_LAMPORTS = 50_000_000n;

const REFUSALS = [
  'chain_unavailable',
  'chain_replaced',
  'chain_stalled',
  'relayer_out_of_funds',
] as const;
export const PROBLEMS = [...REFUSALS, 'keeper_out_of_funds', 'database_unavailable'] as const;
export type Problem = (typeof PROBLEMS)[number];

type PayerName = 'relayer' | 'relayer-next' | 'keeper' | 'buyer';

interface ChainWatchOptions {
  readonly chain: Pick<Chain, 'rpc' | 'clock' | 'genesisHash' | 'isAway'>;
  readonly payers: Readonly<Partial<Record<PayerName, Address>>>;
  operator(): Address;
  readonly log: Log;
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
  hasHistory(): Promise<boolean>;
  checkDatabase(): Promise<unknown>;
  sumRents(): Promise<bigint>;
}

interface Answer {
  readonly genesisHash: string | undefined;
  readonly now: UnixSeconds;
  /** In the order of the payers. Empty if the node lags: it may lack their accounts. */
  readonly balances: readonly bigint[];
}

interface Spending {
  balance: bigint;
  worth: bigint;
  spent: bigint;
  readonly sinceMs: number;
}

export class ChainWatch {
  readonly #options: ChainWatchOptions;
  readonly #payers: Map<PayerName, Address>;
  readonly #problems = new Map<Problem, string>();
  readonly #spending = new Map<PayerName, Spending>();
  readonly #low = new Set<PayerName>();
  readonly #empty = new Set<Address>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #failures = 0;
  #databaseFailures = 0;
  #looks = 0;
  #replaced = 0;
  #time = 0;
  #movedAtMs: number;
  #clocks: { readonly wallMs: number; readonly monotonicMs: number };
  clockSteps = 0;

  constructor(options: ChainWatchOptions) {
    this.#options = options;
    this.#payers = new Map(Object.entries(options.payers) as [PayerName, Address][]);
    this.#movedAtMs = options.monotonicMs();
    this.#clocks = { wallMs: options.wallMs(), monotonicMs: this.#movedAtMs };
  }

  /** Throws while no transaction would land. A wallet that pays needs none of our funds. */
  refuse(feePayer: FeePayer | Address = 'relayer'): void {
    // The next look may be seconds away.
    if (this.#options.chain.isAway()) throw new DomainError('chain_unavailable');
    const isEmpty =
      feePayer === 'relayer'
        ? this.#problems.has('relayer_out_of_funds')
        : this.#empty.has(feePayer as Address);
    const code = REFUSALS.find((each) =>
      each === 'relayer_out_of_funds' ? isEmpty : this.#problems.has(each),
    );
    if (code) throw new DomainError(code);
  }

  findProblem(problem: Problem): string | undefined {
    return this.#problems.get(problem);
  }

  addBuyer(token: Address): void {
    this.#payers.set('buyer', token);
  }

  /** In lamports; the buyer's in base units of UTILITY. Days at the rate since the start. */
  listFunds() {
    const nowMs = this.#options.monotonicMs();
    return [...this.#spending].map(([name, { balance, spent, sinceMs }]) => {
      const days = (nowMs - sinceMs) / 86_400_000;
      const daysLeft = spent <= 0n ? Infinity : (Number(balance) / Number(spent)) * days;
      return { name, balance, daysLeft };
    });
  }

  start(): void {
    const { signal } = this.#stopping;
    this.#running ??= (async () => {
      while (!signal.aborted) {
        await this.look();
        await sleepUnlessAborted(EVERY_MS, signal);
      }
    })();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async look(): Promise<void> {
    this.#checkWallClock();
    await Promise.all([this.#lookAtChain(), this.#lookAtDatabase()]);
  }

  async #lookAtDatabase(): Promise<void> {
    const answer = this.#options.checkDatabase().then(() => true);
    const hasAnswered = await within(answer, ANSWER_MS_MAX).catch(() => false);
    if (this.#stopping.signal.aborted) return;
    this.#databaseFailures = hasAnswered ? 0 : this.#databaseFailures + 1;
    const isLost = this.#databaseFailures >= FAILURES_MAX;
    this.#set('database_unavailable', isLost && 'The database does not answer.');
  }

  async #lookAtChain(): Promise<void> {
    const answer = await within(this.#ask(), ANSWER_MS_MAX).catch(() => undefined);
    if (this.#stopping.signal.aborted) return;
    this.#failures = answer ? 0 : this.#failures + 1;
    const isAway = this.#failures >= FAILURES_MAX;
    this.#set('chain_unavailable', isAway && 'The chain does not answer.');
    if (!answer) return;
    await this.#checkSameChain(answer);
    this.#checkTime(answer);
    await this.#checkFunds(answer);
    this.#looks += 1;
  }

  /** It can only have become another one while it was unreachable. */
  get #isIdentityDue(): boolean {
    return this.#looks % IDENTITY_EVERY === 0 || this.#replaced > 0 || this.#failures > 0;
  }

  async #ask(): Promise<Answer> {
    const { chain } = this.#options;
    const isDue = this.#isIdentityDue;
    const payers = [...this.#payers];
    const addresses = payers.map(([, address]) => address);
    const settings = { commitment: 'confirmed', encoding: 'base64' } as const;
    const newestSlot = chain.clock.slot();
    const [genesisHash, now, accounts] = await Promise.all([
      isDue ? chain.rpc.getGenesisHash().send() : undefined,
      chain.clock.refresh(),
      chain.rpc.getMultipleAccounts(addresses, settings).send(),
    ]);
    if (isDue && typeof genesisHash !== 'string') throw new Error('that is no genesis hash');
    if (accounts.context.slot < newestSlot) return { genesisHash, now, balances: [] };
    const balances = payers.map(([name], index) => {
      const account = accounts.value[index];
      return (name === 'buyer' ? tokensIn(account?.data[0]) : account?.lamports) ?? 0n;
    });
    return { genesisHash, now, balances };
  }

  async #checkSameChain({ genesisHash }: Answer): Promise<void> {
    if (genesisHash === undefined) return;
    const { chain } = this.#options;
    const another =
      `The chain is another one: its genesis hash is ${genesisHash}, not ${chain.genesisHash}. ` +
      'Restart with its own database.';
    const problem =
      genesisHash === chain.genesisHash ? await this.#findLostHistory() : { reason: another };
    if (!problem) return;
    this.#replaced = problem.reason === undefined ? 0 : this.#replaced + 1;
    // The next look asks again.
    if (this.#replaced > 0 && this.#replaced < REPLACED_MIN) return;
    this.#set('chain_replaced', problem.reason ?? false);
  }

  /** Undefined if it was not answered. */
  async #findLostHistory(): Promise<{ readonly reason?: string } | undefined> {
    const isThere = await this.#options.hasHistory().catch(() => undefined);
    if (isThere === undefined) return undefined;
    return isThere ? {} : { reason: ROLLED_BACK };
  }

  #checkTime({ now }: Answer): void {
    const nowMs = this.#options.monotonicMs();
    if (now > this.#time) this.#movedAtMs = nowMs;
    this.#time = Math.max(this.#time, now);
    const seconds = Math.floor((nowMs - this.#movedAtMs) / 1_000);
    const isStalled = nowMs - this.#movedAtMs >= STALLED_MS;
    this.#set('chain_stalled', isStalled && `The chain's time has not moved for ${seconds} s.`);
  }

  async #checkFunds({ balances }: Answer): Promise<void> {
    for (const [index, [name, address]] of [...this.#payers].entries()) {
      const now = balances[index];
      // The node lags, or the buyer was added while it was asked.
      if (now === undefined) continue;
      await this.#count(name, now);
      if (name === 'buyer') continue;
      this.#warnOfLow(name, now);
      const isEmpty = now < EMPTY_LAMPORTS;
      if (isEmpty) this.#empty.add(address);
      else this.#empty.delete(address);
      const isKeeper = name === 'keeper';
      if (!isKeeper && address !== this.#options.operator()) continue;
      const problem = `The ${name} ${address} has ${formatSol(now)} SOL left. Send it SOL.`;
      this.#set(isKeeper ? 'keeper_out_of_funds' : 'relayer_out_of_funds', isEmpty && problem);
    }
  }

  /** Rent that is paid and comes back is not spent. */
  async #count(name: PayerName, balance: bigint): Promise<void> {
    const known = this.#spending.get(name);
    if (known?.balance === balance) return;
    const rents = name === 'relayer' ? await this.#options.sumRents().catch(() => undefined) : 0n;
    if (rents === undefined) return;
    const worth = balance + rents;
    if (!known) {
      this.#spending.set(name, { balance, worth, spent: 0n, sinceMs: this.#options.monotonicMs() });
      return;
    }
    const spent = known.worth - worth;
    // A small increase is rent that came back. A large one was a transfer.
    if (spent > 0n || (name !== 'buyer' && -spent < LOW_LAMPORTS)) known.spent += spent;
    Object.assign(known, { balance, worth });
  }

  #warnOfLow(name: PayerName, lamports: bigint): void {
    const { log } = this.#options;
    if (lamports >= LOW_LAMPORTS) this.#low.delete(name);
    else if (!this.#low.has(name)) {
      this.#low.add(name);
      log.warn({ name, sol: formatSol(lamports), alarm: 'funds_low' }, 'a paying key runs low');
    }
  }

  #checkWallClock(): void {
    const { wallMs, log } = this.#options;
    const now = { wallMs: wallMs(), monotonicMs: this.#options.monotonicMs() };
    const before = this.#clocks;
    this.#clocks = now;
    const stepMs = now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs);
    if (Math.abs(stepMs) <= STEP_MS_MAX) return;
    this.clockSteps += 1;
    const seconds = Math.round(stepMs / 1_000);
    log.error({ seconds, alarm: 'clock_step' }, 'the clock of this machine was set');
  }

  #set(problem: Problem, reason: string | false): void {
    const { log } = this.#options;
    const was = this.#problems.has(problem);
    if (reason === false) {
      this.#problems.delete(problem);
      if (was) log.warn({ problem }, 'the problem is over');
      return;
    }
    this.#problems.set(problem, reason);
    if (!was) log.error({ problem, alarm: problem }, reason);
  }
}

const ROLLED_BACK =
  'The chain does not have the newest transaction of the database: it was reset or rolled back. ' +
  'Restore the data that belong together, or run `npm run rebuild`.';

const TOKENS_OFFSET = 64;

function tokensIn(data: string | undefined): bigint | undefined {
  const bytes = Buffer.from(data ?? '', 'base64');
  return bytes.length < TOKENS_OFFSET + 8 ? undefined : bytes.readBigUInt64LE(TOKENS_OFFSET);
}

const formatSol = (lamports: bigint): string => (Number(lamports) / 1e9).toFixed(6);

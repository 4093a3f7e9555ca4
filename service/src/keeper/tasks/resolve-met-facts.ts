// Resolves markets with `any time before` as soon as their fact is met. Anybody may do the same,
// and it makes no difference who does it first.
import type { Address } from '@solana/kit';
import type { AccountChanges } from '@tote/chain/account-changes';
import { evaluateFact } from '@tote/conditions/evaluation/evaluate-fact';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { readSample, SAMPLE_ACCOUNTS_MAX } from '@tote/conditions/oracles/read-sample';
import { walkMarkets } from '../../store/projection/list-due-markets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { ListAge } from '../observe/list-age.ts';
import { findFact, type MarketFact, momentsOf, resolveFact } from '../resolve-fact.ts';
import { REST_MS, type Task, type TaskContext, toJobs } from '../task.ts';

export function resolveMetFacts(context: TaskContext): Task {
  const facts = new WatchedFacts(context);
  return {
    name: 'resolve-met-facts',
    part: 'resolve-met-facts',
    atOnce: 8,
    get pollMs() {
      return facts.pauseMs;
    },
    isTimed: true,
    listen: (wake) => facts.listen(wake),
    async find(limit, canTry) {
      const met = await facts.findMet(limit, canTry);
      return toJobs(context, met.slice(0, limit), resolveOpen);
    },
  };
}

async function resolveOpen(context: TaskContext, { id }: MarketView): Promise<void> {
  const market = await context.reads.findMarket(id);
  if (market && !market.end) await resolveFact(context, market, { commitment: 'processed' });
}

// The accounts that decide open markets with `any time before`. A subscription reports changes of
// those it follows. As it may fall silent, followed accounts are also read now and then, and
// accounts that it does not follow are read several times per slot.

const UNFOLLOWED_READ_MS = 100;
const FOLLOWED_READ_MS = 2_000;
/** The list of markets changes less often than the accounts. */
const LIST_EVERY_MS = 500;
/** Requests per poll: an account that was reported meanwhile must not wait for thousands. */
const SAMPLES_MAX = 10;

interface Watched {
  readonly market: MarketView;
  readonly fact: MarketFact;
}

type Context = Pick<TaskContext, 'chain' | 'keys' | 'reads' | 'wallMs' | 'dueTimes'>;

class WatchedFacts {
  readonly #context: Context;
  #changes: AccountChanges | undefined;
  #byAccount: ReadonlyMap<Address, readonly Watched[]> = new Map();
  readonly #age: ListAge;
  readonly #readAtMs = new Map<Address, number>();
  /** Reported as changed, or met with markets left to resolve. They are read at once. */
  readonly #urgent = new Set<Address>();

  constructor(context: Context) {
    this.#context = context;
    this.#age = new ListAge(context, LIST_EVERY_MS);
  }

  listen(wake: () => void): () => void {
    const changes = this.#context.chain.watchAccounts((address) => {
      this.#urgent.add(address);
      wake();
    });
    this.#changes = changes;
    this.#age.forget();
    return () => {
      changes.close();
      this.#changes = undefined;
    };
  }

  get pauseMs(): number {
    const isFollowed = (address: Address) => this.#changes?.isFollowed(address) === true;
    const watched = [...this.#byAccount.keys()];
    if (!watched.every(isFollowed)) return UNFOLLOWED_READ_MS;
    if (this.#age.isOutdated) return LIST_EVERY_MS;
    return watched.length > 0 ? FOLLOWED_READ_MS : REST_MS;
  }

  async findMet(limit: number, canTry: (id: string) => boolean): Promise<readonly MarketView[]> {
    await this.#list();
    const due = this.#listDue();
    const met: MarketView[] = [];
    for (let at = 0; at < due.length && met.length < limit; at += SAMPLE_ACCOUNTS_MAX) {
      if (at >= SAMPLES_MAX * SAMPLE_ACCOUNTS_MAX) break;
      const accounts = due.slice(at, at + SAMPLE_ACCOUNTS_MAX);
      met.push(...(await this.#readMet(accounts)).filter(({ id }) => canTry(id)));
    }
    return met;
  }

  #listDue(): Address[] {
    const now = this.#context.wallMs();
    const lastRead = (address: Address) => this.#readAtMs.get(address) ?? -Infinity;
    const isDue = (address: Address) => {
      const everyMs = this.#changes?.isFollowed(address) ? FOLLOWED_READ_MS : UNFOLLOWED_READ_MS;
      return !this.#urgent.has(address) && now - lastRead(address) >= everyMs;
    };
    const others = [...this.#byAccount.keys()].filter(isDue);
    return [...this.#urgent, ...others.sort((a, b) => lastRead(a) - lastRead(b))];
  }

  async #readMet(accounts: readonly Address[]): Promise<MarketView[]> {
    // A change that is reported from here on may be newer than what is read.
    for (const account of accounts) this.#urgent.delete(account);
    const sample = await this.#read(accounts);
    const now = this.#context.wallMs();
    return accounts.flatMap((account) => {
      this.#readAtMs.set(account, now);
      const watched = this.#byAccount.get(account) ?? [];
      const met = watched.filter((each) => isMet(each, sample));
      if (met.length > 0) this.#urgent.add(account);
      return met.map(({ market }) => market);
    });
  }

  async #read(accounts: readonly Address[]): Promise<Sample> {
    try {
      // The program reads the account itself, so `processed` is safe here.
      return await readSample(this.#context.chain, accounts, 'processed');
    } catch (error) {
      for (const account of accounts) this.#urgent.add(account);
      throw error;
    }
  }

  async #list(): Promise<void> {
    if (!this.#age.isOld) return;
    const done = this.#age.begin();
    this.#byAccount = await listByAccount(this.#context, this.#byAccount);
    done();
    for (const addresses of [this.#urgent, this.#readAtMs]) {
      for (const address of addresses.keys()) {
        if (!this.#byAccount.has(address)) addresses.delete(address);
      }
    }
    this.#changes?.follow(new Set(this.#byAccount.keys()));
  }
}

async function listByAccount(
  { chain, reads, keys }: Context,
  known: ReadonlyMap<Address, readonly Watched[]>,
): Promise<ReadonlyMap<Address, readonly Watched[]>> {
  const facts = new Map([...known.values()].flat().map(({ market, fact }) => [market.id, fact]));
  const now = chain.clock.now();
  const byAccount = new Map<Address, Watched[]>();
  for await (const market of walkMarkets((page) => reads.listTriggeredFacts(now, page))) {
    const fact = facts.get(market.id) ?? (await findFact(market, keys.oracle.address));
    if (!fact) continue;
    const same = byAccount.get(market.subject);
    if (same) same.push({ market, fact });
    else byAccount.set(market.subject, [{ market, fact }]);
  }
  return byAccount;
}

function isMet({ market, fact }: Watched, sample: Sample): boolean {
  const moments = momentsOf(market, sample);
  return evaluateFact(fact.rule, { samples: [sample] }, moments).verdict === 'met';
}

// Compares the projection with the chain all the time: every market with its account, and the sum
// of all parts with what the program owes. A market that differs is halted. One replica does it.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import type { MarketSums } from '@tote/chain/market-sums';
import { CURRENCIES, type Currency, DomainError } from '@tote/domain';
import {
  type AuditedMarket,
  findAudited,
  listAuditable,
} from '../../store/projection/audited-markets.ts';
import { OPEN } from '../../store/projection/market-view.ts';
import type { Store } from '../../store/store.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Indexer } from '../indexer.ts';
import { differenceOf, missingIn, type ReservesReader } from './reserves.ts';

const MARKETS_PER_STEP = 100;
/** In one statement, unless one market has more. */
const BETS_COUNTED_MAX = 10_000n;
const STEP_MS = 1_000;
const ROUND_MS = 60_000;
/** Reading every account takes the chain's time, which a start needs for itself. */
const FIRST_MS = 10_000;

interface AuditorOptions {
  readonly chain: Pick<Chain, 'accounts'>;
  readonly store: Store;
  readonly reserves: Pick<ReservesReader, 'sum' | 'pauseMs'>;
  readonly log: Log;
  readonly wallMs: () => number;
  readonly indexer: Pick<Indexer, 'halt' | 'isHalted' | 'catchUp' | 'fillGap'>;
}

export class Auditor {
  readonly #options: AuditorOptions;
  #difference: Record<Currency, bigint> = { SOL: 0n, UTILITY: 0n };
  #compared = 0;
  #differing = 0;
  /**
   * Markets that differed in the last round, and how. A row and its account are read one after the
   * other, and bets may be applied out of order: a difference counts if the next round finds the
   * same one and nothing has happened since.
   */
  readonly #suspected = new Map<string, string>();
  /** The same for the reserves: a node that is behind may have answered one of the questions. */
  readonly #suspectedDifference: Record<Currency, bigint> = { SOL: 0n, UTILITY: 0n };
  #unsettled = 0;
  #completedAtMs: number | undefined;
  #stopLeading: (() => Promise<void>) | undefined;

  constructor(options: AuditorOptions) {
    this.#options = options;
  }

  get result() {
    return {
      difference: this.#difference,
      compared: this.#compared,
      differing: this.#differing,
      completedAtMs: this.#completedAtMs,
    };
  }

  start(): void {
    const { store, log, reserves } = this.#options;
    this.#stopLeading ??= store.lead('auditor', async (signal) => {
      await sleepUnlessAborted(FIRST_MS, signal);
      while (!signal.aborted) {
        await this.audit(signal).catch((error) => {
          if (!signal.aborted)
            log.warn({ error }, 'the audit could not read everything; it retries');
        });
        await sleepUnlessAborted(Math.max(ROUND_MS, reserves.pauseMs), signal);
      }
    });
  }

  async stop(): Promise<void> {
    await this.#stopLeading?.();
    this.#stopLeading = undefined;
  }

  async audit(signal?: AbortSignal): Promise<void> {
    let after = '';
    while (!signal?.aborted) {
      const page = await listAuditable(this.#options.store.db, after, MARKETS_PER_STEP);
      for (const ids of groupByBets(page)) await this.#compareMarkets(ids);
      if (page.length < MARKETS_PER_STEP) break;
      after = page.at(-1)?.id ?? after;
      if (signal) await sleepUnlessAborted(STEP_MS, signal);
    }
    if (signal?.aborted) return;
    // Afterwards, because what a market lacked is applied by then.
    if (await this.#compareReserves()) this.#completedAtMs = this.#options.wallMs();
  }

  async #compareReserves(): Promise<boolean> {
    const { log } = this.#options;
    const sums = await this.#sumReserves();
    if (!sums) return false;
    for (const currency of CURRENCIES) {
      const difference = differenceOf(sums[currency]) || missingIn(sums[currency]);
      const wasFound = this.#suspectedDifference[currency] === difference;
      this.#suspectedDifference[currency] = difference;
      if (difference !== 0n && !wasFound) continue;
      const wasReported = this.#difference[currency] === difference;
      this.#difference[currency] = difference;
      if (difference === 0n || wasReported) continue;
      const { vault, owed, balances, pools, fees } = sums[currency];
      log.error(
        { currency, difference, vault, owed, balances, pools, fees, alarm: 'audit_difference' },
        'the parts do not add up to what the program owes, or its vault holds less',
      );
    }
    return true;
  }

  /** Once may be a busy moment, twice in a row hardly is. */
  async #sumReserves() {
    try {
      const { reserves } = await this.#options.reserves.sum();
      this.#unsettled = 0;
      return reserves;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'reserves_unsettled')) throw error;
      this.#unsettled += 1;
      const alarm = this.#unsettled === 2 ? { alarm: 'reserves_unsettled' } : {};
      this.#options.log.error(alarm, 'what is owed on chain never was what the parts add up to');
      return undefined;
    }
  }

  async #compareMarkets(ids: readonly string[]): Promise<void> {
    const { chain, store, indexer } = this.#options;
    const isHere = ids.filter((id) => !indexer.isHalted(id));
    const found = isHere.length === 0 ? [] : await findAudited(store.db, isHere);
    const rows = found.filter(({ row }) => row.account_closed === 0n);
    if (rows.length === 0) return;
    const addresses = rows.map(({ row }) => row.address as Address);
    const accounts = await chain.accounts.findMarketSums(addresses);
    for (const [index, audited] of rows.entries()) {
      await this.#compareMarket(audited, accounts[index] ?? null);
    }
  }

  async #compareMarket(audited: AuditedMarket, account: MarketSums | null): Promise<void> {
    const { id } = audited.row;
    const found = describeDifference(audited, account);
    this.#compared += 1;
    if (!found) {
      this.#suspected.delete(id);
      return;
    }
    const wasFound = this.#suspected.get(id) === found.state;
    this.#suspected.set(id, found.state);
    if (!wasFound || (await this.#readAgain(id))?.state !== found.state) return;
    this.#suspected.delete(id);
    this.#differing += 1;
    await this.#options.indexer.halt(id, `the audit found a difference of ${found.reason}`);
  }

  /** After an outage two rounds follow each other at once, and the indexer may still be behind. */
  async #readAgain(id: string) {
    const { chain, store, indexer } = this.#options;
    await indexer.catchUp();
    await indexer.fillGap(id);
    const [audited] = await findAudited(store.db, [id]);
    if (audited?.row.account_closed !== 0n) return undefined;
    const [account = null] = await chain.accounts.findMarketSums([audited.row.address as Address]);
    return describeDifference(audited, account);
  }
}

/** Those of one statement. It counts their bets, and on SQLite everybody waits for it. */
function groupByBets(page: Awaited<ReturnType<typeof listAuditable>>): string[][] {
  const groups: string[][] = [];
  let left = 0n;
  for (const { id, bets } of page) {
    if (groups.length === 0 || bets > left) {
      groups.push([]);
      left = BETS_COUNTED_MAX;
    }
    left -= bets;
    groups.at(-1)?.push(id);
  }
  return groups;
}

function describeDifference(audited: AuditedMarket, account: MarketSums | null) {
  const { sequence } = audited.row;
  const reason = findOtherEvent(sequence, account) ?? (account && findDifference(audited, account));
  return reason ? { reason, state: `${sequence} ${account?.sequence} ${reason}` } : undefined;
}

function findOtherEvent(sequence: bigint, account: MarketSums | null): string | undefined {
  if (!account) return 'the account: it does not exist on chain';
  if (account.sequence === sequence) return undefined;
  return `the events: ${sequence}, and ${account.sequence} on chain`;
}

/** Why they differ; undefined if they do not. Both must be of the same sequence. */
export function findDifference(
  { row, betRows, positions, openPositions, stakeYes, stakeNo, paid }: AuditedMarket,
  account: MarketSums,
): string | undefined {
  const pairs: readonly (readonly [what: string, ours: bigint, onChain: bigint])[] = [
    ['state', row.state, BigInt(account.state)],
    ['pool of Yes', row.pool_yes, account.pools[0] ?? 0n],
    ['pool of No', row.pool_no, account.pools[1] ?? 0n],
    ['stakes on Yes', stakeYes, account.pools[0] ?? 0n],
    ['stakes on No', stakeNo, account.pools[1] ?? 0n],
    ['open positions', openPositions, account.openPositions],
    ['bets', row.bets, betRows],
    ...(isHolding(row) ? [['money inside', held(row, paid), account.held] as const] : []),
  ];
  const wrong = pairs.find(([, ours, onChain]) => ours !== onChain);
  if (!wrong) return undefined;
  const [what, ours, onChain] = wrong;
  return `the ${what}: ${ours}, and ${onChain} on chain (${positions} positions)`;
}

/** While it is open, the program keeps no sum of what is inside. */
const isHolding = ({ state, fees_moved }: AuditedMarket['row']): boolean =>
  state !== OPEN && fees_moved === 0n;

const held = ({ pool_yes, pool_no }: AuditedMarket['row'], paid: bigint): bigint =>
  pool_yes + pool_no - paid;

// Lands transactions: simulates them if requested, sends them, and learns of their confirmation by
// hints of the node or by polling, with one call for all pending ones. The same bytes are sent
// again until each has landed or can no longer land.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import { type FetchLanded, readLanded } from './fetch-landed.ts';
import type { Lander, Landing, SignedTransaction } from './landing.ts';
import type { LandingHints } from './landing-hints.ts';
import type { LandingNotices, Notice } from './landing-notices.ts';
import { encodeBase58 } from './lib/base58.ts';
import { NoticeChecks } from './notice-checks.ts';
import type { RpcClient } from './rpc-client.ts';
import { landWire, sendWire, simulateWire } from './send-wire.ts';
import {
  findStatuses,
  getFinalizedHeight,
  isTooOld,
  type SignatureStatus,
} from './signature-statuses.ts';
import { splitTransaction } from './split-transaction.ts';
import { readWire } from './wire.ts';

export interface SendingLanderOptions {
  client: RpcClient;
  programAddress: Address;
  fetchLanded: FetchLanded;
  wallMs: () => number;
  newestSlot: () => bigint;
  pace?: Partial<LandingPace>;
  hints?: LandingHints;
  /** Give the results of transactions that are in their logs. */
  notices?: LandingNotices;
  hasLandTransaction?: boolean;
}

interface LandingPace {
  readonly pollMs: number;
  /** While the node notifies us, polls only find what it missed. */
  readonly hintedPollMs: number;
  /** The same while it notifies us of results. */
  readonly noticedPollMs: number;
  readonly resendMs: number;
  /** Within this time a fresh blockhash cannot expire. */
  readonly youngMs: number;
  /** A node may know that a transaction is confirmed a moment before it can show it. */
  readonly refetchMs: number;
}

const PACE: LandingPace = {
  ...{ pollMs: 200, hintedPollMs: 400, noticedPollMs: 1_000, resendMs: 2_000 },
  ...{ youngMs: 5_000, refetchMs: 30 },
};
/** Nodes drop recent statuses, so every n-th poll also searches the history. */
const SEARCH_EVERY = 8;
const REFETCHES_MAX = 10;
const BLOCKHASH_BYTES = 32;
/** Consecutive transactions that were not executed yet when the node had answered. */
const LATE_MAX = 3;

interface Pending {
  transaction: SignedTransaction;
  since: number;
  sentAt: number;
  polls: number;
  isFetching: boolean;
  /** What we were notified of is not believed, even if it is confirmed. */
  isDoubtful: boolean;
  isSettled: boolean;
  settle: (landing: Landing) => void;
}

export class SendingLander implements Lander {
  readonly #options: SendingLanderOptions;
  readonly #pace: LandingPace;
  readonly #checks: NoticeChecks;
  /** Several callers may wait for the same transaction, each with its own entry. */
  readonly #pending = new Set<Pending>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #isClosed = false;
  /** Nodes answer before the execution, the embedded chain after it. */
  #lateInARow = 0;

  constructor(options: SendingLanderOptions) {
    this.#options = options;
    this.#pace = { ...PACE, ...options.pace };
    this.#checks = new NoticeChecks(options);
  }

  async land(transaction: SignedTransaction, signal?: AbortSignal): Promise<Landing> {
    signal?.throwIfAborted();
    if (transaction.mayHaveBeenSent) return this.#watch(transaction, -Infinity, signal).decided;
    if (this.#options.hasLandTransaction) return this.#landAtOnce(transaction, signal);
    const { wire, preflight = 'confirmed' } = transaction;
    if (preflight !== 'none') {
      const failure = await simulateWire(this.#options.client, wire, {
        ...{ commitment: preflight, programAddress: this.#options.programAddress },
        newestSlot: this.#options.newestSlot(),
      });
      if (failure) return { kind: 'refused', failure };
      signal?.throwIfAborted();
    }
    // From here on only the chain decides: no answer of a node proves that nobody got the bytes.
    const { pending, decided } = this.#watch(transaction, this.#options.wallMs(), signal);
    void this.#sendFirst(pending);
    return decided;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #landAtOnce(transaction: SignedTransaction, signal?: AbortSignal): Promise<Landing> {
    const sentAt = this.#options.wallMs();
    const sending = await landWire(
      this.#options.client,
      transaction.wire,
      this.#options.programAddress,
    );
    if ('failure' in sending) return { kind: 'refused', failure: sending.failure };
    const landed = await this.#tryFetch(transaction, sending.result);
    if (landed) return { kind: 'landed', landed };
    return this.#watch(transaction, sentAt, signal).decided;
  }

  async #sendFirst(pending: Pending): Promise<void> {
    const isSent = await sendWire(this.#options.client, pending.transaction.wire).catch(
      () => false,
    );
    if (!isSent || this.#isNoticed(pending.transaction) || this.#lateInARow >= LATE_MAX) return;
    await this.#settleLanded(pending).catch(() => undefined);
    this.#lateInARow = pending.isSettled ? 0 : this.#lateInARow + 1;
  }

  /** `sentAt` is -Infinity if it may have been sent at any time before. */
  #watch(transaction: SignedTransaction, sentAt: number, signal?: AbortSignal) {
    let resolve: (landing: Landing) => void = () => undefined;
    let reject: (reason: unknown) => void = () => undefined;
    const decided = new Promise<Landing>((...both) => {
      [resolve, reject] = both;
    });
    const end = () => {
      pending.isSettled = true;
      this.#pending.delete(pending);
      signal?.removeEventListener('abort', abort);
      unwatch?.();
    };
    const abort = () => {
      end();
      reject(signal?.reason);
    };
    const settle = (landing: Landing) => {
      end();
      resolve(landing);
    };
    const counts = { polls: 0, isFetching: false, isDoubtful: false, isSettled: false };
    const pending: Pending = { transaction, since: sentAt, sentAt, ...counts, settle };
    const unwatch = this.#watchNode(pending);
    if (signal?.aborted) abort();
    else {
      signal?.addEventListener('abort', abort, { once: true });
      this.#pending.add(pending);
      this.#schedule(sentAt === -Infinity ? 0 : this.#nextPollMs());
    }
    return { pending, decided };
  }

  #isNoticed({ isInLogs = false }: SignedTransaction): boolean {
    return isInLogs && this.#options.notices?.isAlive === true;
  }

  #watchNode(pending: Pending): (() => void) | undefined {
    const { notices, hints } = this.#options;
    const { transaction } = pending;
    return this.#isNoticed(transaction)
      ? notices?.watch(transaction.signature, (notice) => void this.#settleNoticed(pending, notice))
      : hints?.watch(transaction.signature, () => void this.#fetchSoon(pending));
  }

  /** Whatever is doubtful, has failed, or is not confirmed in the same slot is fetched. */
  async #settleNoticed(one: Pending, notice: Notice | 'doubtful'): Promise<void> {
    one.isDoubtful ||= notice === 'doubtful';
    if (one.isFetching) return;
    one.isFetching = true;
    const landed = await this.#checks.read(one.transaction, notice).catch(() => undefined);
    one.isFetching = false;
    if (one.isSettled) return;
    if (landed && !one.isDoubtful) one.settle({ kind: 'landed', landed });
    else await this.#fetchSoon(one);
  }

  #nextPollMs(): number {
    const { pollMs, hintedPollMs, noticedPollMs } = this.#pace;
    if (this.#options.notices?.isAlive) return noticedPollMs;
    return this.#options.hints?.isAlive ? hintedPollMs : pollMs;
  }

  #schedule(ms: number): void {
    if (this.#isClosed || this.#isPolling || this.#timer !== undefined) return;
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      this.#isPolling = true;
      await this.#poll().catch(() => undefined);
      this.#isPolling = false;
      if (this.#pending.size > 0) this.#schedule(this.#nextPollMs());
    }, ms);
  }

  async #poll(): Promise<void> {
    const pending = [...this.#pending];
    const needsHistory = pending.some(
      ({ transaction, polls }) =>
        transaction.mayHaveBeenSent || polls % SEARCH_EVERY === SEARCH_EVERY - 1,
    );
    for (const one of pending) one.polls += 1;
    const signatures = pending.map(({ transaction }) => transaction.signature);
    const { statuses } = await findStatuses(this.#options.client, signatures, needsHistory);
    const unknown: Pending[] = [];
    const known: Pending[] = [];
    pending.forEach((one, index) => {
      const status: SignatureStatus = statuses[index] ?? 'unknown';
      if (status === 'unknown') unknown.push(one);
      if (status === 'confirmed') known.push(one);
    });
    for (const one of known) void this.#fetchSoon(one);
    const expired = await this.#findExpired(unknown);
    for (const one of expired) one.settle({ kind: 'expired' });
    const unsettled = unknown.filter((one) => !expired.includes(one));
    // Not awaited: an endpoint that does not answer must not delay the next poll.
    void this.#resend(unsettled).catch(() => undefined);
  }

  async #settleLanded(one: Pending): Promise<void> {
    const landed = await this.#tryFetch(one.transaction);
    if (landed && !one.isSettled) one.settle({ kind: 'landed', landed });
  }

  /** The node says that it is confirmed. If it cannot show it soon, the next poll will. */
  async #fetchSoon(one: Pending): Promise<void> {
    if (one.isFetching) return;
    one.isFetching = true;
    try {
      for (let tries = 0; !one.isSettled && tries < REFETCHES_MAX; tries += 1) {
        if (tries > 0) await sleep(this.#pace.refetchMs);
        await this.#settleLanded(one);
      }
    } catch {
    } finally {
      one.isFetching = false;
    }
  }

  /**
   * Reads the height first, then the age of the blockhash and the status, so that nothing can land
   * in between. The height that came with the blockhash may be wrong, so it does not suffice.
   */
  async #findExpired(unknown: readonly Pending[]): Promise<readonly Pending[]> {
    const aged = unknown.filter(({ since }) => this.#options.wallMs() - since > this.#pace.youngMs);
    if (aged.length === 0) return [];
    const finalized = await getFinalizedHeight(this.#options.client);
    const pastHeight = aged.filter(
      ({ transaction }) => finalized.blockHeight > transaction.lastValidBlockHeight,
    );
    const old: Pending[] = [];
    let { slot: since } = finalized;
    for (const one of pastHeight) {
      const { isOld, slot } = await isTooOld(this.#options.client, blockhashOf(one.transaction));
      if (isOld) old.push(one);
      if (slot > since) since = slot;
    }
    if (old.length === 0) return [];
    const signatures = old.map(({ transaction }) => transaction.signature);
    const { statuses, slot } = await findStatuses(this.#options.client, signatures, true);
    // A node that has not reached that height cannot prove that the transaction is missing.
    if (slot < since) return [];
    const missing = old.filter((_, index) => statuses[index] === 'unknown');
    const landed = await Promise.all(
      missing.map(({ transaction }) => this.#options.fetchLanded(transaction.signature)),
    );
    return missing.filter((one, index) => landed[index] === undefined && !one.isSettled);
  }

  async #resend(unknown: readonly Pending[]): Promise<void> {
    const now = this.#options.wallMs();
    const due = unknown.filter(({ sentAt }) => now - sentAt >= this.#pace.resendMs);
    await Promise.all(
      due.map(async (one) => {
        one.sentAt = now;
        // Not simulated: a transaction that fails now lands as failed, which is a result.
        const isSent = await sendWire(this.#options.client, one.transaction.wire);
        if (isSent && this.#lateInARow < LATE_MAX) await this.#settleLanded(one);
      }),
    );
  }

  async #tryFetch(transaction: SignedTransaction, result?: unknown) {
    const hasResult = result !== undefined && result !== null;
    try {
      if (hasResult) return readLanded(transaction, result, this.#options.programAddress);
      return await this.#options.fetchLanded(transaction.signature);
    } catch (error) {
      if (isChainUnavailable(error)) return undefined;
      throw error;
    }
  }
}

function blockhashOf({ wire }: SignedTransaction): string {
  const { blockhashOffset } = readWire(wire);
  const { message } = splitTransaction(wire);
  return encodeBase58(message.subarray(blockhashOffset, blockhashOffset + BLOCKHASH_BYTES));
}

// Lands transactions. Normally this takes one send and one fetch. Otherwise one polling loop for
// all pending transactions resends the same bytes until each has landed or expired.
import type { Address } from '@solana/kit';
import { isChainUnavailable } from './chain-unavailable.ts';
import { type FetchLanded, readLanded } from './fetch-landed.ts';
import type { LandedTransaction } from './landed.ts';
import type { Lander, Landing, SignedTransaction } from './landing.ts';
import type { RpcClient } from './rpc-client.ts';
import { sendWire } from './send-wire.ts';
import { findStatuses, getFinalizedHeight, type SignatureStatus } from './signature-statuses.ts';

export interface SendingLanderOptions {
  client: RpcClient;
  programAddress: Address;
  fetchLanded: FetchLanded;
  wallMs: () => number;
  pace?: Partial<LandingPace>;
  /** The chain can send and fetch in one round trip (`landTransaction`). */
  hasLandTransaction?: boolean;
}

interface LandingPace {
  readonly pollMs: number;
  readonly resendMs: number;
  /** Within this time a fresh blockhash cannot expire. */
  readonly youngMs: number;
}

const PACE: LandingPace = { pollMs: 400, resendMs: 2_000, youngMs: 5_000 };
/** Nodes drop recent statuses, so every n-th poll also searches the history. */
const SEARCH_EVERY = 8;

interface Pending {
  transaction: SignedTransaction;
  since: number;
  sentAt: number;
  polls: number;
  settle: (landing: Landing) => void;
}

export class SendingLander implements Lander {
  readonly #client: RpcClient;
  readonly #programAddress: Address;
  readonly #fetchLanded: FetchLanded;
  readonly #wallMs: () => number;
  readonly #pace: LandingPace;
  readonly #hasLandTransaction: boolean;
  /** Several callers may wait for the same transaction, each with its own entry. */
  readonly #pending = new Set<Pending>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #isClosed = false;

  constructor(options: SendingLanderOptions) {
    const {
      client,
      programAddress,
      fetchLanded,
      wallMs,
      pace,
      hasLandTransaction = false,
    } = options;
    this.#pace = { ...PACE, ...pace };
    this.#hasLandTransaction = hasLandTransaction;
    this.#client = client;
    this.#programAddress = programAddress;
    this.#fetchLanded = fetchLanded;
    this.#wallMs = wallMs;
  }

  async land(transaction: SignedTransaction, signal?: AbortSignal): Promise<Landing> {
    signal?.throwIfAborted();
    if (transaction.mayHaveBeenSent) return this.#watch(transaction, -Infinity, signal);
    const sentAt = this.#wallMs();
    const sending = await sendWire(this.#client, transaction.wire, {
      programAddress: this.#programAddress,
      skipPreflight: false,
      preflight: transaction.preflight,
      getsResult: this.#hasLandTransaction,
    });
    // Sent only this once, and the node did not forward it: it cannot execute elsewhere.
    if (sending.kind === 'refused') return sending;
    const result = sending.kind === 'sent' ? sending.result : undefined;
    const landed = await this.#tryFetch(transaction, result);
    if (landed) return { kind: 'landed', landed };
    return this.#watch(transaction, sentAt, signal);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #watch(transaction: SignedTransaction, sentAt: number, signal?: AbortSignal): Promise<Landing> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#pending.delete(pending);
        reject(signal?.reason);
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', abort, { once: true });
      const settle = (landing: Landing) => {
        this.#pending.delete(pending);
        signal?.removeEventListener('abort', abort);
        resolve(landing);
      };
      const since = sentAt === -Infinity ? sentAt : this.#wallMs();
      const pending: Pending = { transaction, since, sentAt, polls: 0, settle };
      this.#pending.add(pending);
      this.#schedule(sentAt === -Infinity ? 0 : this.#pace.pollMs);
    });
  }

  #schedule(ms: number): void {
    if (this.#isClosed || this.#isPolling || this.#timer !== undefined) return;
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      this.#isPolling = true;
      // After any error the transactions are still pending.
      await this.#poll().catch(() => undefined);
      this.#isPolling = false;
      if (this.#pending.size > 0) this.#schedule(this.#pace.pollMs);
    }, ms);
  }

  async #poll(): Promise<void> {
    const pending = [...this.#pending];
    const needsHistory = pending.some(
      ({ transaction, polls }) => transaction.mayHaveBeenSent || polls % SEARCH_EVERY === 7,
    );
    for (const one of pending) one.polls += 1;
    const signatures = pending.map(({ transaction }) => transaction.signature);
    const { statuses } = await findStatuses(this.#client, signatures, needsHistory);
    const unknown: Pending[] = [];
    const known: Pending[] = [];
    pending.forEach((one, index) => {
      const status: SignatureStatus = statuses[index] ?? 'unknown';
      if (status === 'unknown') unknown.push(one);
      if (status === 'confirmed') known.push(one);
    });
    await Promise.all(known.map((one) => this.#settleLanded(one)));
    const expired = await this.#findExpired(unknown);
    for (const one of expired) one.settle({ kind: 'expired' });
    await this.#resend(unknown.filter((one) => !expired.includes(one)));
  }

  async #settleLanded(one: Pending): Promise<void> {
    const landed = await this.#tryFetch(one.transaction);
    if (landed) one.settle({ kind: 'landed', landed });
  }

  /** Reads the height first, then the status, so that nothing can land in between. */
  async #findExpired(unknown: readonly Pending[]): Promise<readonly Pending[]> {
    const old = unknown.filter(({ since }) => this.#wallMs() - since > this.#pace.youngMs);
    if (old.length === 0) return [];
    const finalized = await getFinalizedHeight(this.#client);
    const pastHeight = old.filter(
      ({ transaction }) => finalized.blockHeight > transaction.lastValidBlockHeight,
    );
    if (pastHeight.length === 0) return [];
    const signatures = pastHeight.map(({ transaction }) => transaction.signature);
    const { statuses, slot } = await findStatuses(this.#client, signatures, true);
    // A node that has not reached that height cannot prove that the transaction is missing.
    if (slot < finalized.slot) return [];
    const missing = pastHeight.filter((_, index) => statuses[index] === 'unknown');
    const landed = await Promise.all(
      missing.map(({ transaction }) => this.#fetchLanded(transaction.signature)),
    );
    return missing.filter((_, index) => landed[index] === undefined);
  }

  async #resend(unknown: readonly Pending[]): Promise<void> {
    const now = this.#wallMs();
    const due = unknown.filter(({ sentAt }) => now - sentAt >= this.#pace.resendMs);
    await Promise.all(
      due.map(async (one) => {
        one.sentAt = now;
        // Without preflight, a transaction that fails now lands as failed, which is a result. A
        // refusal would prove nothing about the copies that were sent before.
        const sending = await sendWire(this.#client, one.transaction.wire, {
          programAddress: this.#programAddress,
          skipPreflight: true,
        });
        if (sending.kind === 'sent') await this.#settleLanded(one);
      }),
    );
  }

  /** Undefined also if the chain does not respond. */
  async #tryFetch(
    transaction: SignedTransaction,
    result?: unknown,
  ): Promise<LandedTransaction | undefined> {
    const hasResult = result !== undefined && result !== null;
    try {
      if (hasResult) return readLanded(transaction, result, this.#programAddress);
      return await this.#fetchLanded(transaction.signature);
    } catch (error) {
      if (isChainUnavailable(error)) return undefined;
      throw error;
    }
  }
}

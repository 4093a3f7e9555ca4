// Transaction statuses of the recent slots, in memory. They cover every transaction that could
// still be sent again, so a duplicate is found without reading from disk.
import type { Archive, HistoryEntry } from './archive.ts';
import { BLOCKHASHES_VALID } from './blockhashes.ts';
import type { Key } from './key.ts';
import type { TransactionRecord } from './record.ts';
import { seqOf } from './record.ts';
import type { TransactionError } from './transaction-error.ts';

export interface Status {
  signature: Key;
  slot: bigint;
  unixTimestamp: bigint;
  error: TransactionError | null;
  seq: bigint;
  group: bigint;
  /** Kept until the archive has indexed it. */
  record?: TransactionRecord;
}

/** A status from the archive. It is on disk, so group 0 (always durable) is right. */
export const toStatus = ({ error, ...entry }: HistoryEntry): Status => ({
  ...entry,
  error: error === null ? null : JSON.parse(error),
  group: 0n,
});

/** Twice what is needed, as a margin for slots that a restart skips. */
export const SLOTS_KEPT = BigInt(BLOCKHASHES_VALID * 2);

export class Statuses {
  readonly #statuses = new Map<Key, Status>();
  readonly #unindexed = new Map<bigint, Status[]>();

  constructor(archive: Archive, slot: bigint) {
    for (const entry of archive.entriesSince(slot - SLOTS_KEPT)) {
      this.#statuses.set(entry.signature, toStatus(entry));
    }
  }

  get(signature: Key): Status | undefined {
    return this.#statuses.get(signature);
  }

  add(
    record: TransactionRecord,
    error: TransactionError | null,
    group: bigint,
    index: number,
  ): Status {
    const { signature, slot, unixTimestamp } = record;
    const seq = seqOf(group, index);
    const status: Status = { signature, slot, unixTimestamp, error, seq, group, record };
    this.#statuses.set(signature, status);
    const list = this.#unindexed.get(group);
    if (list) list.push(status);
    else this.#unindexed.set(group, [status]);
    return status;
  }

  markIndexed(group: bigint): void {
    for (const [id, list] of this.#unindexed) {
      if (id > group) break;
      for (const status of list) status.record = undefined;
      this.#unindexed.delete(id);
    }
  }

  rollBack(group: bigint): number {
    let count = 0;
    for (const [id, list] of this.#unindexed) {
      if (id < group) continue;
      for (const { signature } of list) this.#statuses.delete(signature);
      this.#unindexed.delete(id);
      count += list.length;
    }
    return count;
  }

  prune(slot: bigint): void {
    for (const [signature, status] of this.#statuses) {
      if (status.slot > slot - SLOTS_KEPT || status.record) break;
      this.#statuses.delete(signature);
    }
  }

  *unindexed(): Iterable<Status> {
    for (const list of [...this.#unindexed.values()].reverse()) yield* [...list].reverse();
  }
}

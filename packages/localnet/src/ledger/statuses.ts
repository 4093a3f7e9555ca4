// Signatures of the last slots, in memory: nothing that could still be sent again is missing, so
// that asking whether one was executed costs no read of the disk.
import { type Archive, type HistoryEntry, seqOf } from './archive.ts';
import { BLOCKHASHES_VALID } from './blockhashes.ts';
import type { Key } from './key.ts';
import type { TransactionRecord } from './record.ts';
import type { TransactionError } from './transaction-error.ts';

export interface Status {
  signature: Key;
  slot: bigint;
  unixTimestamp: bigint;
  error: TransactionError | null;
  seq: bigint;
  group: bigint;
  /** Here until the archive has it. */
  record?: TransactionRecord;
}

/** A status from the archive: on disk, so that its group is any that was written. */
export const toStatus = ({ error, ...entry }: HistoryEntry): Status => ({
  ...entry,
  error: error === null ? null : JSON.parse(error),
  group: 0n,
});

/** Twice what is needed: a margin for slots that were given out before a stop. */
const SLOTS_KEPT = BigInt(BLOCKHASHES_VALID * 2);

export class Statuses {
  readonly #statuses = new Map<Key, Status>();
  readonly #unfiled = new Map<bigint, Status[]>();

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
    const list = this.#unfiled.get(group);
    if (list) list.push(status);
    else this.#unfiled.set(group, [status]);
    return status;
  }

  /** The archive answers for these groups from now on. */
  filed(group: bigint): void {
    for (const [id, list] of this.#unfiled) {
      if (id > group) break;
      for (const status of list) status.record = undefined;
      this.#unfiled.delete(id);
    }
  }

  /** These groups never were. Returns how many transactions were in them. */
  takeBack(group: bigint): number {
    let count = 0;
    for (const [id, list] of this.#unfiled) {
      if (id < group) continue;
      for (const { signature } of list) this.#statuses.delete(signature);
      this.#unfiled.delete(id);
      count += list.length;
    }
    return count;
  }

  forget(slot: bigint): void {
    for (const [signature, status] of this.#statuses) {
      if (status.slot > slot - SLOTS_KEPT || status.record) break;
      this.#statuses.delete(signature);
    }
  }

  /** Newest first. */
  *unfiled(): Iterable<Status> {
    for (const list of [...this.#unfiled.values()].reverse()) yield* [...list].reverse();
  }
}

import type { Key } from '../../ledger/key.ts';

/**
 * Sends at most one notice per slot and account. The first one goes out at once. Those that follow
 * in the same slot are merged: the last state of the slot is sent when it has ended.
 */
export class MergedNotices {
  readonly #send: (notice: unknown) => void;
  #noticed = new Map<Key, (() => unknown) | undefined>();

  constructor(send: (notice: unknown) => void) {
    this.#send = send;
  }

  add(address: Key, make: () => unknown): void {
    const isMerged = this.#noticed.has(address);
    this.#noticed.set(address, isMerged ? make : undefined);
    if (!isMerged) this.#send(make());
  }

  slotEnded(): void {
    const before = this.#noticed;
    this.#noticed = new Map();
    for (const [address, make] of before) if (make) this.add(address, make);
  }
}

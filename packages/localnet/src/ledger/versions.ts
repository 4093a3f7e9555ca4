// Earlier versions of accounts. Reads at `confirmed` and `finalized` need the state before writes
// that have not reached that commitment. A write that does not reach the disk is rolled back.
import type { MaybeAccount } from './account.ts';
import type { Key } from './key.ts';

interface Version {
  before: MaybeAccount;
  slot: bigint;
  group: bigint;
}

export interface WriteTime {
  slot: bigint;
  group: bigint;
  durable: bigint;
}

export class Versions {
  readonly #versions = new Map<Key, Version[]>();
  readonly #touched = new Map<bigint, { addresses: Set<Key>; lastGroup: bigint }>();

  /**
   * Records the account before it is written. Only the first write of a group needs it, and of the
   * groups of one slot that are on disk only the first: no read can see a state between them.
   */
  record(address: Key, before: MaybeAccount, { slot, group, durable }: WriteTime): void {
    const list = this.#versions.get(address);
    const last = list?.at(-1);
    if (last && last.slot === slot && last.group === group) return;
    const version = { before, slot, group };
    const isReplaced = last && last.group <= durable && list?.at(-2)?.slot === slot;
    if (list && isReplaced) list[list.length - 1] = version;
    else if (list) list.push(version);
    else this.#versions.set(address, [version]);
    const touched = this.#touched.get(slot);
    if (touched) {
      touched.addresses.add(address);
      touched.lastGroup = group;
    } else {
      this.#touched.set(slot, { addresses: new Set([address]), lastGroup: group });
    }
  }

  find(
    address: Key,
    isVisible: (slot: bigint, group: bigint) => boolean,
  ): MaybeAccount | undefined {
    const list = this.#versions.get(address);
    if (!list) return undefined;
    // Visible writes come first. A busy account has thousands, hence the binary search.
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { slot, group } = list[middle] as Version;
      if (isVisible(slot, group)) low = middle + 1;
      else high = middle;
    }
    return list[low]?.before;
  }

  *changedSince(isVisible: (slot: bigint, group: bigint) => boolean): Iterable<Key> {
    for (const [slot, { addresses, lastGroup }] of this.#touched) {
      if (!isVisible(slot, lastGroup)) yield* addresses;
    }
  }

  prune(slot: bigint, durableGroup: bigint): void {
    for (const [touchedSlot, { addresses, lastGroup }] of this.#touched) {
      if (touchedSlot > slot || lastGroup > durableGroup) break;
      for (const address of addresses) {
        const kept = this.#versions.get(address)?.filter((version) => version.slot > touchedSlot);
        if (kept && kept.length > 0) this.#versions.set(address, kept);
        else this.#versions.delete(address);
      }
      this.#touched.delete(touchedSlot);
    }
  }

  rollBack(group: bigint): Map<Key, MaybeAccount> {
    const restored = new Map<Key, MaybeAccount>();
    for (const [address, list] of this.#versions) {
      const first = list.findIndex((version) => version.group >= group);
      if (first < 0) continue;
      restored.set(address, (list[first] as Version).before);
      if (first === 0) this.#versions.delete(address);
      else list.length = first;
    }
    return restored;
  }
}

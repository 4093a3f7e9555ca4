// What accounts were before they were last written, as long as somebody may ask: reads at
// `confirmed` and `finalized` look past writes that are not there yet, and a write that fails to
// reach the disk is taken back.
import type { MaybeAccount } from './account.ts';
import type { Key } from './key.ts';

interface Version {
  /** The account before this write. */
  before: MaybeAccount;
  slot: bigint;
  group: bigint;
}

export class Versions {
  readonly #versions = new Map<Key, Version[]>();
  /** What was written in a slot, and the last group that did. */
  readonly #touched = new Map<bigint, { addresses: Set<Key>; lastGroup: bigint }>();

  /** Remembers the account as it is before it is written. The first write of a group counts. */
  remember(address: Key, before: MaybeAccount, slot: bigint, group: bigint): void {
    const list = this.#versions.get(address);
    const last = list?.at(-1);
    if (last && last.slot === slot && last.group === group) return;
    if (list) list.push({ before, slot, group });
    else this.#versions.set(address, [{ before, slot, group }]);
    const touched = this.#touched.get(slot);
    if (touched) {
      touched.addresses.add(address);
      touched.lastGroup = group;
    } else {
      this.#touched.set(slot, { addresses: new Set([address]), lastGroup: group });
    }
  }

  /** The account before the first write that does not count yet; undefined when all count. */
  find(address: Key, counts: (slot: bigint, group: bigint) => boolean): MaybeAccount | undefined {
    const list = this.#versions.get(address);
    if (!list) return undefined;
    // Those that count come first: a busy account has thousands, so that the place is searched.
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { slot, group } = list[middle] as Version;
      if (counts(slot, group)) low = middle + 1;
      else high = middle;
    }
    return list[low]?.before;
  }

  /** Addresses with a write that does not count yet. */
  *changedSince(counts: (slot: bigint, group: bigint) => boolean): Iterable<Key> {
    for (const [slot, { addresses, lastGroup }] of this.#touched) {
      if (!counts(slot, lastGroup)) yield* addresses;
    }
  }

  /** Forgets writes of slots up to this one, as far as their groups are on disk. */
  forget(slot: bigint, durableGroup: bigint): void {
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

  /** Takes back all writes from this group on: the accounts as they were before. */
  takeBack(group: bigint): Map<Key, MaybeAccount> {
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

// Counts the events of a launchpad by the transactions of a few accounts. Every node is asked for
// the lists and for each transaction. What only some of them say does not count, and at the end of
// a period they must say the same. A final transaction that they agree on is not read again.
import type { Chain } from '@tote/chain/chain';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import {
  countLaunches,
  type LaunchLeaf,
  type LaunchTransaction,
  type Period,
} from '@tote/conditions/launches/launch-leaves';
import type { Launches } from '@tote/conditions/launches/launchpads';
import {
  type ListedTransaction,
  listTransactions,
  type NodeRpc,
  NotCountable,
  readLaunches,
  requireEnd,
} from './launch-node.ts';

/** Reads of one refresh. A backlog takes several. */
const READS_MAX = 2_000;
const READS_AT_ONCE = 8;
/** A node may list a transaction late, so the newest ones are listed again. */
const LISTED_AGAIN_SECONDS = 120;

interface LaunchFeedOptions {
  readonly launches: Launches;
  readonly nodes: readonly NodeRpc[];
  readonly finality: Chain['finality'];
}

export class LaunchFeed {
  readonly #options: LaunchFeedOptions;
  readonly #final = new Map<string, LaunchTransaction>();
  #recent: readonly LaunchTransaction[] = [];
  #listedFrom = Number.POSITIVE_INFINITY;
  /** The newest transaction of each account that is not listed again. */
  readonly #until = new Map<string, string>();
  #isCurrent = false;
  /** Markets that are counted in the same second share what was read. */
  #refreshedTo = 0;

  constructor(options: LaunchFeedOptions) {
    this.#options = options;
  }

  /**
   * While the period runs. Leaves are of final transactions; `seen` has those that may still be
   * dropped, too. While older transactions are to be read, it is not current: there may be more.
   */
  async count({ from, to }: Period) {
    if (from < this.#listedFrom || to > this.#refreshedTo) {
      if (from < this.#listedFrom) this.#until.clear();
      await this.#refresh(Math.min(from, this.#listedFrom) as Period['from']);
      this.#refreshedTo = to;
    }
    const leaves = countLaunches(this.#final.values(), { from, to });
    const mints = new Set(leaves.map(({ mint }) => mint));
    for (const { mint } of countLaunches(this.#recent, { from, to })) mints.add(mint);
    return { leaves, seen: mints.size, isCurrent: this.#isCurrent };
  }

  /** When the period is over, from the whole list of every node. */
  async countFinally({ from, to }: Period): Promise<readonly LaunchLeaf[]> {
    const { nodes, launches, finality } = this.#options;
    for (const node of nodes) await requireEnd(node, launches, { to, finality });
    const lists = await this.#list({ from, needsHistory: true, commitment: finality });
    const { agreed, isSame } = compareLists(
      lists.map((list) => list.filter(({ at, isFailed }) => at < to && !isFailed)),
    );
    if (!isSame) throw new NotCountable('two nodes list different transactions');
    const unread = agreed.filter((each) => !this.#isKnown(each));
    const read = await this.#read(unread.slice(0, READS_MAX));
    this.#keep(read);
    if (unread.length > READS_MAX) throw new NotCountable('not all transactions are read yet');
    if (read.length < unread.length) throw new NotCountable('two nodes read different events');
    const counted = agreed.flatMap(({ signature }) => this.#final.get(signature) ?? []);
    return countLaunches(counted, { from, to });
  }

  /** Forgets what no market counts any more. */
  forgetBefore(from: number): void {
    for (const { signature, at } of this.#final.values()) {
      if (at < from) this.#final.delete(signature);
    }
    this.#listedFrom = Math.max(this.#listedFrom, from);
  }

  async #refresh(from: Period['from']): Promise<void> {
    const needsHistory = from < this.#listedFrom;
    const wanted = { from, needsHistory, commitment: 'confirmed' } as const;
    const lists = await this.#list(wanted, this.#until);
    const { agreed } = compareLists(lists);
    const candidates = agreed.filter((each) => !each.isFailed && !this.#isKnown(each));
    // The oldest first, so that a backlog gets shorter.
    const unread = candidates.reverse().slice(0, READS_MAX);
    const read = await this.#read(unread);
    const final = new Set(unread.filter((each) => each.isFinal).map((each) => each.signature));
    this.#keep(read.filter(({ signature }) => final.has(signature)));
    this.#recent = read.filter(({ signature }) => !final.has(signature));
    this.#listedFrom = from;
    this.#isCurrent = unread.length === candidates.length;
    if (this.#isCurrent) this.#moveOn(agreed);
  }

  #moveOn(agreed: readonly ListedTransaction[]): void {
    let newest = 0;
    for (const { isFinal, at } of agreed) if (isFinal) newest = Math.max(newest, at);
    const limit = newest - LISTED_AGAIN_SECONDS;
    for (const watched of this.#options.launches.watched) {
      const old = agreed.find(({ address, at }) => address === watched && at <= limit);
      if (old) this.#until.set(watched, old.signature);
    }
  }

  /** If it landed again after a fork, in another slot, it is read again. */
  #isKnown({ signature, slot, at }: ListedTransaction): boolean {
    const known = this.#final.get(signature);
    return known?.slot === slot && known.at === at;
  }

  #keep(transactions: readonly LaunchTransaction[]): void {
    for (const each of transactions) this.#final.set(each.signature, each);
  }

  /** For each node, of all watched accounts. */
  #list(
    wanted: Pick<Parameters<typeof listTransactions>[2], 'from' | 'needsHistory' | 'commitment'>,
    known?: ReadonlyMap<string, string>,
  ): Promise<ListedTransaction[][]> {
    const { nodes, launches, finality } = this.#options;
    const list = (node: NodeRpc) =>
      mapConcurrently(launches.watched, READS_AT_ONCE, (address) =>
        listTransactions(node, address, { ...wanted, finality, until: known?.get(address) }),
      );
    return Promise.all(nodes.map(async (node) => (await list(node)).flat()));
  }

  /** Without those that a node does not have, or that nodes read differently. */
  async #read(listed: readonly ListedTransaction[]): Promise<LaunchTransaction[]> {
    const { nodes, launches } = this.#options;
    const read = await mapConcurrently(listed, READS_AT_ONCE, async (each) => {
      const all = await Promise.all(nodes.map((node) => readLaunches(node, each, launches)));
      const [first] = all;
      const isSame = all.every(
        (other) => other?.slot === each.slot && other.mints.join() === first?.mints.join(),
      );
      return isSame && first ? [first] : [];
    });
    return read.flat();
  }
}

/** `agreed`: what every node lists alike, newest first, each once. */
function compareLists(lists: readonly (readonly ListedTransaction[])[]) {
  const key = ({ signature, slot, at, isFailed }: ListedTransaction) =>
    `${signature} ${slot} ${at} ${isFailed}`;
  const maps = lists.map((list) => new Map(list.map((each) => [key(each), each])));
  const [first = new Map<string, ListedTransaction>(), ...others] = maps;
  const agreed = [...first].flatMap(([name, each]) => {
    const same = others.map((other) => other.get(name));
    if (same.some((other) => !other)) return [];
    return [{ ...each, isFinal: [each, ...same].every((one) => one?.isFinal) }];
  });
  return { agreed, isSame: maps.every(({ size }) => size === agreed.length) };
}

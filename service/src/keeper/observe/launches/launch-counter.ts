// Counts launches for the sampler, as samples: while a period runs, and finally when it is over.
// One feed of a launchpad serves all its markets.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chain } from '@tote/chain/chain';
import { Serial } from '@tote/chain/lib/serial';
import type { WantedLaunches } from '@tote/conditions/kinds/kind';
import { packLaunches, rootOfLaunchPage } from '@tote/conditions/launches/launch-leaves';
import { findLaunches } from '@tote/conditions/launches/launchpads';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { joinRoots } from '@tote/conditions/sample-hashes';
import type { UnixSeconds } from '@tote/domain';
import type { TakenSample } from '../source-reader.ts';
import { LaunchFeed } from './launch-feed.ts';
import { NotCountable } from './launch-node.ts';

export class LaunchCounter {
  readonly #chain: Pick<Chain, 'rpc' | 'nodes' | 'finality'>;
  readonly #feeds = new Map<string, { readonly feed: LaunchFeed; readonly serial: Serial }>();

  constructor(chain: Pick<Chain, 'rpc' | 'nodes' | 'finality'>) {
    this.#chain = chain;
  }

  /** `to`: the end of the period, which is over. Left out: what is known until now. */
  async take(wanted: WantedLaunches, to?: UnixSeconds): Promise<TakenSample> {
    const sample = await readSample(this.#chain, []);
    const isFinal = to !== undefined;
    const period = { from: wanted.from, to: to ?? sample.observedAt };
    const { feed, serial } = this.#open(wanted);
    const { leaves, ...rest } = await serial.run(async () => {
      if (!isFinal) return feed.count(period);
      const final = await feed.countFinally(period);
      return { leaves: final, seen: final.length, isCurrent: true };
    });
    const { target, ...about } = wanted;
    const count = leaves.length;
    // Only what decides becomes evidence. Bets get their turn between the pages.
    const pages = isFinal || count >= target ? packLaunches(leaves) : [];
    const roots: Uint8Array[] = [];
    for (const page of pages) {
      roots.push(rootOfLaunchPage(page));
      await nextTurn();
    }
    const launches = { ...about, ...period, ...rest, isFinal, count, root: joinRoots(roots) };
    return { sample: { ...sample, launches }, endedAt: sample.observedAt, pages };
  }

  /** Forgets what none of these counts. */
  forgetExcept(wanted: readonly WantedLaunches[]): void {
    for (const [name, { feed }] of this.#feeds) {
      const starts = wanted.filter((each) => nameOf(each) === name).map(({ from }) => from);
      if (starts.length === 0) this.#feeds.delete(name);
      else feed.forgetBefore(Math.min(...starts));
    }
  }

  #open(wanted: WantedLaunches) {
    const name = nameOf(wanted);
    const known = this.#feeds.get(name);
    if (known) return known;
    const launches = findLaunches(wanted.launchpad, wanted.event);
    const nodes = this.#chain.nodes.slice(0, wanted.nodes);
    if (!launches) throw new RangeError(`nothing shows ${name}`);
    if (nodes.length < wanted.nodes) throw new NotCountable('this service has too few nodes');
    const { finality } = this.#chain;
    const opened = { feed: new LaunchFeed({ launches, nodes, finality }), serial: new Serial() };
    this.#feeds.set(name, opened);
    return opened;
  }
}

/** What two nodes agree on is not what one says. */
const nameOf = ({ launchpad, event, nodes }: WantedLaunches) => `${launchpad} ${event} ${nodes}`;

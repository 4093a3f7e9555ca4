// What one node says about the transactions of a launchpad.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createFetchLanded } from '@tote/chain/fetch-landed';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { decodeLaunches } from '@tote/conditions/launches/decode-launches';
import type { LaunchTransaction } from '@tote/conditions/launches/launch-leaves';
import type { Launches } from '@tote/conditions/launches/launchpads';
import { type UnixSeconds, unixSeconds } from '@tote/domain';

export type NodeRpc = Chain['nodes'][number];

type Integer = number | bigint;
type Commitment = Chain['finality'];

export interface ListedTransaction {
  /** The watched account that it names. */
  readonly address: Address;
  readonly signature: string;
  readonly slot: bigint;
  readonly at: UnixSeconds;
  readonly isFailed: boolean;
  readonly isFinal: boolean;
}

interface Listing {
  readonly from: UnixSeconds;
  /** Not included: older ones are known. */
  readonly until?: string;
  /** Whether the node must still have the blocks since `from`. */
  readonly needsHistory: boolean;
  readonly commitment: Commitment;
  readonly finality: Commitment;
}

/** The nodes contradict each other, or do not know enough. */
export class NotCountable extends Error {}

const PER_PAGE = 1_000;
/** If an account has more transactions than this, they are not counted and stakes are refunded. */
const PAGES_MAX = 200;
/** The block that ends a period is often about to come. */
const END_READS = { everyMs: 100, reads: 20 };

interface ListedRow {
  readonly signature: string;
  readonly slot: Integer;
  readonly err: unknown;
  readonly blockTime: Integer | null;
  readonly confirmationStatus: string;
}

/** From the newest back to the first before `from`. */
export async function listTransactions(
  node: NodeRpc,
  address: Address,
  { from, until, needsHistory, commitment, finality }: Listing,
): Promise<ListedTransaction[]> {
  const listed: ListedTransaction[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const settings = {
      ...{ commitment, limit: PER_PAGE },
      ...(before !== undefined && { before }),
      ...(until !== undefined && { until }),
    };
    const page = (await node.call('getSignaturesForAddress', [address, settings])) as ListedRow[];
    for (const { signature, slot, err, blockTime, confirmationStatus } of page) {
      if (blockTime === null) throw new NotCountable(`a node has no time of ${signature}`);
      const at = unixSeconds(blockTime);
      if (at < from) return listed;
      const isFinal = confirmationStatus === 'finalized' || finality === 'confirmed';
      const isFailed = err !== null;
      listed.push({ address, signature, slot: BigInt(slot), at, isFailed, isFinal });
    }
    before = page.at(-1)?.signature;
    if (page.length < PER_PAGE) {
      if (needsHistory) await requireHistory(node, from);
      return listed;
    }
  }
  throw new NotCountable(`${address} has more than ${PAGES_MAX * PER_PAGE} transactions`);
}

/** A node that has forgotten old blocks lists fewer transactions than there were. */
async function requireHistory(node: NodeRpc, from: UnixSeconds): Promise<void> {
  const first = BigInt((await node.call('getFirstAvailableBlock', [])) as Integer);
  if (first === 0n) return;
  const at = (await node.call('getBlockTime', [Number(first)])) as Integer | null;
  if (at !== null && at <= from) return;
  throw new NotCountable('a node no longer has the beginning of the period');
}

/** The tokens that a transaction launched. Undefined if the node does not have it, or it failed. */
export async function readLaunches(
  node: NodeRpc,
  { signature, at }: ListedTransaction,
  launches: Launches,
): Promise<LaunchTransaction | undefined> {
  const landed = await createFetchLanded(node, launches.program)(signature);
  if (!landed || landed.error) return undefined;
  const executed = landed.instructions.map(({ programAddress, ...rest }) => {
    return { program: programAddress, ...rest };
  });
  return { signature, slot: landed.slot, at, mints: decodeLaunches(executed, launches) };
}

/** That no event before `to` can come any more, or be elsewhere. */
export async function requireEnd(
  node: NodeRpc,
  { setIn, watched }: Launches,
  { to, finality }: { readonly to: UnixSeconds; readonly finality: Commitment },
): Promise<void> {
  const readTime = async () => {
    const slot = (await node.call('getSlot', [{ commitment: finality }])) as Integer;
    return unixSeconds((await node.call('getBlockTime', [Number(slot)])) as Integer);
  };
  const time = await pollUntil(readTime, (at) => at >= to, END_READS);
  if (time < to) throw new NotCountable('the end of the period is not final yet');
  if (!setIn) return;
  const dataSlice = { offset: setIn.offset, length: 32 };
  const settings = { encoding: 'base58', dataSlice, commitment: 'confirmed' };
  const answer = await node.call('getAccountInfo', [setIn.account, settings]);
  const { value } = answer as { value: { data: readonly string[] } | null };
  const isWatched = watched.some((each) => each === value?.data[0]);
  if (!isWatched) throw new NotCountable('the launchpad uses another account now');
}

// Counts the launches of the evidence again, and looks some of them up on chain. Nobody can see
// from them that none was left out: the nodes that the oracle asked say that.
import { type Address, isSignature } from '@solana/kit';
import { decodeLaunches } from '@tote/conditions/launches/decode-launches';
import { type LaunchLeaf, rootOfLaunches } from '@tote/conditions/launches/launch-leaves';
import {
  type CountedPad,
  findLaunches,
  type LaunchEvent,
} from '@tote/conditions/launches/launchpads';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { formatInstant, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Verifying } from './checks.ts';
import { fetchTransaction } from './history/fetch-transaction.ts';
import { textAt } from './json.ts';

const LOOKED_UP_MAX = 20;

export async function checkLaunches(verifying: Verifying, text: string): Promise<void> {
  const { checks, receipt, launches: served } = verifying;
  const counted = readSampledEvidence(text)?.evidence.samples[0]?.launches;
  if (!counted) return;
  const { launchpad, event, from, to, count, root, nodes } = counted;
  const names = ['launchpad', 'event', 'from', 'to', 'nodes', 'count', 'root'];
  const shown = names.map((name) => textAt(receipt, 'observations', '0', 'launches', name));
  const period = [formatInstant(from), formatInstant(to)];
  checks.compare(
    'count of launches',
    ['evidence', [launchpad, event, ...period, nodes, count, root].join(', ')],
    ['receipt', shown.join(', ')],
  );
  const leaves = served.map((each): LaunchLeaf => {
    const [signature = '', mint, at = ''] = ['signature', 'mint', 'at'].map((name) =>
      textAt(each, name),
    );
    return { signature, mint: mint as Address, at: (Date.parse(at) / 1_000) as UnixSeconds };
  });
  const during = leaves.filter(({ at }) => at >= from && at < to);
  const recounted = new Set(during.map(({ mint }) => mint)).size;
  checks.compare(
    'launches',
    ['evidence', `${count} of the period with the root ${root}`],
    ['receipt', `${recounted} of the period with the root ${rootOfLaunches(leaves)}`],
  );
  // At random: nobody knows before which of them have to be on chain.
  const some = during
    .map((leaf) => ({ leaf, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, LOOKED_UP_MAX)
    .map(({ leaf }) => leaf);
  const found = await Promise.all(some.map((leaf) => lookUp(verifying, leaf, counted)));
  checks.compareAll(
    'launch',
    some.map(({ signature, mint, at }, index) => {
      const said = `${mint} at ${formatInstant(at)}`;
      return [signature, ['receipt', said], ['chain', found[index] ?? 'nothing']];
    }),
  );
  checks.trust(
    'no other launches',
    `the oracle says that ${nodes === 1 ? 'a node' : `${nodes} nodes`} listed no others`,
  );
}

async function lookUp(
  { chain }: Verifying,
  { signature, mint }: LaunchLeaf,
  { launchpad, event }: { readonly launchpad: string; readonly event: string },
): Promise<string> {
  const launches = findLaunches(launchpad as CountedPad, event as LaunchEvent);
  const transaction = isSignature(signature)
    ? await fetchTransaction(chain.node, signature)
    : undefined;
  if (!launches || !transaction) return 'no such transaction';
  if (transaction.isFailed) return 'it failed';
  const mints = decodeLaunches(transaction.instructions, launches);
  const at = formatInstant(unixSeconds(transaction.blockTime));
  return mints.includes(mint) ? `${mint} at ${at}` : `no launch of ${mint}`;
}

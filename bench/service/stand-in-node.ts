// A node of a cluster, as far as the service can tell: it answers `sendTransaction` at once and
// executes at the end of a slot. It forwards everything to a chain without slots, and counts.
import { fileURLToPath } from 'node:url';
import { startCommand } from './child.ts';
import { SLOT_MS } from './cluster-world.ts';
import type { Defer } from './section.ts';

const PROCESS = fileURLToPath(new URL('./stand-in-node-process.ts', import.meta.url));

export interface StandInNode {
  readonly env: Record<string, string>;
  /** Requests by method; `messages` are those of WebSockets, in both directions. */
  readCounts(): Promise<Readonly<Record<string, number>>>;
}

export async function startStandInNode(rpcUrl: string, defer: Defer): Promise<StandInNode> {
  const settings = { BENCH_RPC_URL: rpcUrl, BENCH_SLOT_MS: `${SLOT_MS}` };
  const node = await startCommand([process.execPath, '--import', 'tsx', PROCESS], settings);
  defer(() => node.stop());
  return {
    env: { TOTE_RPC_URL: node.url, TOTE_RPC_WS_URL: node.url.replace('http', 'ws') },
    readCounts: async () => (await (await fetch(node.url)).json()) as Record<string, number>,
  };
}

import { createSolanaRpcSubscriptions } from '@solana/kit';
import { findWebSocketUrl } from '@tote/chain/web-socket-url';
import { clusterOf } from '@tote/domain';
import type { Finding } from '../../doctor/finding.ts';
import { checkClock } from './check-clock.ts';
import { checkFeatures } from './check-features.ts';
import type { ClusterCheck } from './cluster-check.ts';

const WEB_SOCKET_MS = 10_000;

type NodeCheck = Pick<ClusterCheck, 'chain' | 'url' | 'webSocketUrl' | 'wallMs'>;

export async function checkNode(check: NodeCheck): Promise<Finding[]> {
  const { chain, url } = check;
  const { 'solana-core': version } = await chain.rpc.getVersion().send();
  const { origin } = new URL(url);
  const text = `${origin}, ${clusterOf(chain.genesisHash)}, version ${version}`;
  return [
    { name: 'node', state: 'ok', text: `${text}, slot ${chain.clock.slot()}` },
    ...(await checkFeatures(chain)),
    await checkClock(check),
    await checkWebSocket(check),
  ];
}

async function checkWebSocket({ url, webSocketUrl }: NodeCheck): Promise<Finding> {
  const at = webSocketUrl ?? findWebSocketUrl(url);
  const { origin } = new URL(at);
  const name = 'websocket';
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error('no answer')), WEB_SOCKET_MS);
  try {
    const slots = await createSolanaRpcSubscriptions(at)
      .slotNotifications()
      .subscribe({ abortSignal: abort.signal });
    for await (const { slot } of slots) {
      return { name, state: 'ok', text: `${origin} reports slot ${slot}` };
    }
    return { name, state: 'warning', text: `${origin} sends nothing: changes are noticed later` };
  } catch {
    const text = `${origin} does not answer: changes are noticed later`;
    return { name, state: 'warning', text: `${text}. Set TOTE_RPC_WS_URL to another` };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

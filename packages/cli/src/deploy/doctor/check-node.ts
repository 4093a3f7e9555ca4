import { createSolanaRpcSubscriptions } from '@solana/kit';
import { findWebSocketUrl } from '@tote/chain/web-socket-url';
import { clusterOf } from '@tote/domain';
import type { Finding } from '../../doctor/finding.ts';
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

// Checks the chain's clock. Markets close by it, but prices carry real time: if the clock lags,
// bets are accepted when the price at the expiry is already known.
/** In whole seconds, like the chain's clock. */
const SECONDS_OFF_MAX = 5;
const ADVICE =
  `more than ${SECONDS_OFF_MAX} s. Synchronize this machine with NTP (chronyc tracking). If its ` +
  'clock is right, try another node with --rpc. If they agree, it is the cluster: choose a ' +
  'longer lead with tote config announce --lead';

export async function checkClock({
  chain: { clock },
  wallMs,
}: Pick<ClusterCheck, 'chain' | 'wallMs'>): Promise<Finding> {
  const name = 'clock';
  await clock.refresh();
  const ahead = clock.shown() - Math.floor(wallMs() / 1_000);
  const where = ahead < 0 ? 'behind' : 'ahead of';
  const text = `the chain is ${Math.abs(ahead)} s ${where} this machine`;
  return Math.abs(ahead) <= SECONDS_OFF_MAX
    ? { name, state: 'ok', text }
    : { name, state: 'warning', text: `${text}, ${ADVICE}` };
}

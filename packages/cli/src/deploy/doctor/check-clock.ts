// Whether the chain's clock is right. Markets close by it, and prices have the time of the world:
// if it lags, bets are taken when the price at the expiry is known already.
import type { ClusterCheck, ClusterFinding } from './cluster-check.ts';

/** In whole seconds, as the chain counts. */
const SECONDS_OFF_MAX = 5;
const ADVICE =
  `more than ${SECONDS_OFF_MAX} s. Synchronize this machine with NTP (chronyc tracking). If its ` +
  'clock is right, try another node with --rpc. If they agree, it is the cluster: choose a ' +
  'longer lead with tote config announce --lead';

export async function checkClock({
  chain: { clock },
  wallMs,
}: Pick<ClusterCheck, 'chain' | 'wallMs'>): Promise<ClusterFinding> {
  const name = 'clock';
  await clock.refresh();
  const ahead = clock.shown() - Math.floor(wallMs() / 1_000);
  const where = ahead < 0 ? 'behind' : 'ahead of';
  const text = `the chain is ${Math.abs(ahead)} s ${where} this machine`;
  return Math.abs(ahead) <= SECONDS_OFF_MAX
    ? { name, state: 'ok', text }
    : { name, state: 'warning', text: `${text}, ${ADVICE}` };
}

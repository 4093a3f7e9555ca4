// Checks the chain's clock. Markets close by it, but prices carry real time: if the clock lags,
// bets are accepted when the price at the expiry is already known.
import type { Finding } from '../../doctor/finding.ts';
import type { ClusterCheck } from './cluster-check.ts';

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

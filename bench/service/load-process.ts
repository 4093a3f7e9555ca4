// The process of the load generator. It answers each message with what it measured.
import autocannon from 'autocannon';
import type { LoadResult, LoadTask } from './load.ts';

const SAMPLE_MS = 50;
/** Longer than anything takes, so that no time is cut off. */
const TIMEOUT_SECONDS = 60;

async function run(task: LoadTask): Promise<LoadResult> {
  const { url, connections, method, seconds, amount, perSecond, isSpread, hasOwn } = task;
  const requests = task.requests.map(({ path, body, headers }) => ({
    method,
    path,
    ...(body !== undefined && { body }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  }));
  let begun = 0;
  const setupClient = (client: autocannon.Client) => {
    const first = begun++ % requests.length;
    const others = hasOwn ? [] : [...requests.slice(first + 1), ...requests.slice(0, first)];
    client.setRequests([requests[first] as autocannon.Request, ...others]);
  };
  const before = process.cpuUsage();
  const result = await autocannon({
    ...{ url, connections, method, timeout: TIMEOUT_SECONDS },
    // It notices only at a sample that all are answered.
    ...(amount === undefined ? { duration: seconds } : { amount, sampleInt: SAMPLE_MS }),
    // Each connection prepares all of them, which takes seconds with hundreds.
    requests: hasOwn ? requests.slice(0, 1) : requests,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    ...((isSpread || hasOwn) && { setupClient }),
  });
  const { user, system } = process.cpuUsage(before);
  return {
    answered: result['2xx'],
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
    loadMicros: user + system,
  };
}

process.on('message', async (task: LoadTask) => {
  process.send?.(await run(task));
});
process.on('disconnect', () => process.exit());

// The process of the load generator. It answers each message with what it measured.
import autocannon from 'autocannon';
import type { LoadResult, LoadTask } from './load.ts';

const CONNECTIONS = 64;
const SAMPLE_MS = 50;
/** Longer than anything takes, so that no time is cut off. */
const TIMEOUT_SECONDS = 60;

async function run(task: LoadTask): Promise<LoadResult> {
  const { url, connections = CONNECTIONS, method = 'GET', seconds, amount, isSpread } = task;
  const requests = task.requests.map(({ path, body, headers }) => ({
    method,
    path,
    ...(body !== undefined && { body }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  }));
  let begun = 0;
  const setupClient = (client: autocannon.Client) => {
    client.setRequests(requests.slice(begun, begun + 1));
    begun = (begun + 1) % requests.length;
  };
  const result = await autocannon({
    ...{ url, connections, method, timeout: TIMEOUT_SECONDS },
    // It notices only at a sample that all are answered.
    ...(amount === undefined ? { duration: seconds } : { amount, sampleInt: SAMPLE_MS }),
    // Each connection builds all of its requests at the start, while those before it wait.
    ...(isSpread ? { requests: requests.slice(0, 1), setupClient } : { requests }),
  });
  return {
    total: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

process.on('message', async (task: LoadTask) => {
  process.send?.(await run(task));
});
process.on('disconnect', () => process.exit());

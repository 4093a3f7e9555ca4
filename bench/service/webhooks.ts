// Measures bets while events are posted to webhooks on the same machine, and without webhooks.
import { type Bench, betLoad, withBench } from './bench-service.ts';
import { type Child, startChild } from './child.ts';
import { type Measured, measure, warmUp } from './load.ts';
import { repeat } from './progress.ts';

const RECEIVER = new URL('./receiver-server.ts', import.meta.url);
export const MARKETS = 32;
/** So many webhooks at most. Each gets the bets of one market, in order. */
const WEBHOOKS_MAX = 16;
/** More than the target: with webhooks there are fewer bets. */
const OFFERED_PER_SECOND = 1_100;
const SETTLE_MS = 1_500;
/** Of a run, one after the other and short: other work on the machine slows both down. */
const PAIRS = 4;

export interface WebhooksMeasured {
  readonly webhooks: number;
  readonly without: Measured;
  readonly with: Measured;
  readonly deliveredPerSecond: number;
}

export function measureWebhooks(seconds: number, runs: number): Promise<WebhooksMeasured[]> {
  const networks = { TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' };
  return withBench(async (bench) => {
    const receiver = await startChild(RECEIVER);
    try {
      const created = Array.from({ length: MARKETS }, () => bench.createMarket());
      const markets = await Promise.all(created);
      await warmUp(betLoad(bench, markets, seconds));
      const work = () => measureOnce(bench, receiver, markets, seconds / 2);
      return await repeat(runs * PAIRS, 'webhooks', work);
    } finally {
      await receiver.stop();
    }
  }, networks);
}

async function measureOnce(
  bench: Bench,
  receiver: Child,
  markets: readonly string[],
  seconds: number,
): Promise<WebhooksMeasured> {
  const load = betLoad(bench, markets, seconds);
  const without = await measure(load);
  const perMarket = without.perSecond / MARKETS;
  const count = Math.min(Math.ceil(OFFERED_PER_SECOND / perMarket), WEBHOOKS_MAX);
  const ids = await createWebhooks(bench, receiver, markets.slice(0, count));
  await warmUp({ ...load, seconds: 1 });
  const before = await readTaken(receiver);
  const startedAt = performance.now();
  const measured = await measure(load);
  const took = (performance.now() - startedAt) / 1_000;
  const deliveredPerSecond = ((await readTaken(receiver)) - before) / took;
  for (const [owner, id] of ids.entries()) await call(bench, owner, 'DELETE', `/webhooks/${id}`);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return { webhooks: count, without, with: measured, deliveredPerSecond };
}

async function createWebhooks(
  bench: Bench,
  receiver: Child,
  markets: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [owner, market] of markets.entries()) {
    const body = { url: receiver.url, types: ['bet.confirmed'], markets: [market] };
    ids.push((await call(bench, owner, 'POST', '/webhooks', body)).id);
  }
  return ids;
}

/** A wallet has few webhooks, so each belongs to another one. */
async function call(
  { child, apiKeys }: Bench,
  owner: number,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(child.url + path, {
    method,
    headers: {
      authorization: `Bearer ${apiKeys[owner]}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { id: string };
  if (response.status !== 200) throw new Error(`no webhook: ${JSON.stringify(answer)}`);
  return answer;
}

const readTaken = async ({ url }: Child) => Number(await (await fetch(url)).text());

import { setTimeout as sleep } from 'node:timers/promises';
import { COPIES, copyMarkets, createMarket, startBench, startEcho } from '../bench-service.ts';
import type { Child } from '../child.ts';
import { measure, warmUp } from '../load.ts';
import type { Row, Section } from '../section.ts';

const SETTLE_MS = 500;

export const reads: Section = {
  title: 'Reads, 64 connections',
  targets: [
    { column: 'ratio', least: 0.8, rows: /markets`/ },
    { column: 'ratio', least: 1, rows: /\{id\}`$/ },
    { column: 'ratio', least: 0.5, rows: /present price/ },
    { column: 'failed', most: 0 },
  ],
  printedOnly: ['echo per second', 'echo µs'],
  async open({ seconds, markets }, defer) {
    const bench = await startBench(defer, COPIES);
    const id = await createMarket(bench);
    const measured = await createMarket(bench, 'Will SOL be above $200 at expiry?');
    const { creator } = (await bench.api.get(`/markets/${id}`)).body;
    copyMarkets(bench.dir, id, markets);
    // Meanwhile nothing else ran here: `fetch` has yet to see that the service closed a connection.
    await sleep(SETTLE_MS);
    const list = '`GET /v1/markets`';
    const filters = `creator=${creator}&currency=SOL&decidedBy=attestation`;
    const detail = '`GET /v1/markets/{id}`';
    const paths = {
      [list]: '/v1/markets',
      [`${list}, by creator, currency and \`decidedBy\``]: `/v1/markets?${filters}`,
      [`${list}, by words`]: '/v1/markets?q=rain+lisbon',
      [`${list}, by volume`]: '/v1/markets?sort=volume',
      [detail]: `/v1/markets/${id}`,
      [`${detail}, with the present price`]: `/v1/markets/${measured}`,
    };
    return async () => {
      const rows: Row[] = [];
      for (const [what, path] of Object.entries(paths)) {
        rows.push({ what, ...(await compare(bench.child, path, seconds)) });
      }
      return rows;
    };
  },
};

async function compare(server: Child, path: string, seconds: number): Promise<Row> {
  const answer = await (await fetch(new URL(path, server.url))).text();
  const echo = await startEcho(answer, seconds, 'GET');
  try {
    const load = { server, seconds, requests: [{ path }] };
    await warmUp(echo.load);
    await warmUp(load);
    const theirs = await measure(echo.load);
    const ours = await measure(load);
    return {
      'echo per second': theirs.perSecond,
      'per second': ours.perSecond,
      ratio: ours.perSecond / theirs.perSecond,
      'echo µs': theirs.serverMicros,
      'processor time µs': ours.serverMicros,
      'p99 ms': ours.p99Ms,
      failed: ours.failed,
    };
  } finally {
    await echo.child.stop();
  }
}

import { BET_BODY, betLoad, createMarkets, post, startBench, startEcho } from '../bench-service.ts';
import { type Measured, measure, warmUp } from '../load.ts';
import type { Row, Section } from '../section.ts';

const MARKETS = 16;

/** All servers run at once and are measured in turn, so that a slower machine meets all of them. */
export const bets: Section = {
  title: 'Bets, 64 connections',
  targets: [
    { column: 'rate of the echo', least: 0.28, rows: /^bets in one market$/ },
    { column: 'time of the echo', most: 3.2, rows: /^bets in one market$/ },
    { column: 'time of the echo', most: 4, rows: /^bets in 16 markets$/ },
    { column: 'p99 of the echo', most: 4, rows: /^bets in (one market|16 markets)$/ },
    { column: 'failed', most: 0 },
  ],
  printedOnly: ['main thread µs'],
  async open({ seconds }, defer) {
    const bench = await startBench(defer);
    const [market = '', ...markets] = await createMarkets(bench, 1 + MARKETS);
    const { api, apiKeys } = bench;
    const path = `/markets/${market}/bets`;
    const answer = await post(api, path, JSON.parse(BET_BODY), apiKeys[0] as string);
    const echo = await startEcho(JSON.stringify(answer), seconds, 'POST');
    defer(() => echo.child.stop());
    const loads = {
      'bare Fastify echo, same sizes': echo.load,
      'bets in one market': betLoad(bench, [market], seconds),
      'bets in 16 markets': betLoad(bench, markets, seconds),
      'bets in 16 markets, all at once': { ...betLoad(bench, markets, seconds), isSpread: true },
    };
    for (const load of Object.values(loads)) await warmUp(load);
    return async () => {
      const measured: [string, Measured][] = [];
      for (const [what, load] of Object.entries(loads)) measured.push([what, await measure(load)]);
      const [[, first]] = measured as [[string, Measured]];
      return measured.map(([what, ours]) => toRow(what, ours, first));
    };
  },
};

function toRow(what: string, ours: Measured, echo: Measured): Row {
  return {
    what,
    'per second': ours.perSecond,
    'rate of the echo': ours.perSecond / echo.perSecond,
    'processor time µs': ours.serverMicros,
    'time of the echo': ours.serverMicros / echo.serverMicros,
    'main thread µs': ours.mainMicros,
    'p99 ms': ours.p99Ms,
    'p99 of the echo': ours.p99Ms / echo.p99Ms,
    failed: ours.failed,
  };
}

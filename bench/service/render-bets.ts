// Renders the bets of docs/benchmarks.md.
import type { BetsMeasured } from './bets.ts';
import type { Measured } from './load.ts';
import { number, paragraph, type Row, table } from './table.ts';
import { type Checked, TARGETS } from './targets.ts';

export function renderBets(measured: BetsMeasured): string[] {
  const { echo, oneMarket, manyMarkets, spread, chainAlone, naive } = measured;
  const micros = (ours: Measured) => ours.serverMicros / echo.serverMicros;
  const rate = (ours: Measured) => ours.perSecond / echo.perSecond;
  const shared = (ours: Measured): Checked[] => [
    { target: TARGETS.betsP99, actual: ours.p99Ms / echo.p99Ms },
    { target: TARGETS.noneFailed, actual: ours.failed },
  ];
  const row = (what: string, ours: Measured, checked: Checked[] = []): Row => ({
    cells: [
      ...[what, number(ours.perSecond), number(rate(ours), 2)],
      ...[number(ours.serverMicros), number(micros(ours), 2), number(ours.mainMicros)],
      ...[number(ours.p99Ms, 1), number(ours.p99Ms / echo.p99Ms, 1)],
      ...[number(ours.failed), number(ours.loadMicros)],
    ],
    checked,
  });
  const columns = [
    ...['what', 'per second', 'of the echo', 'processor time µs', 'of the echo', 'main thread µs'],
    ...['p99 ms', 'of the echo', 'failed', 'what the load costs µs'],
  ];
  return [
    '## Bets, 64 connections',
    '',
    ...describeTargets(),
    '',
    ...table(columns, [
      row('bare Fastify echo, same sizes', echo),
      row('bets in one market', oneMarket, [
        { target: TARGETS.oneMarketMicros, actual: micros(oneMarket) },
        { target: TARGETS.betsOfEcho, actual: rate(oneMarket) },
        { target: TARGETS.betsOfChain, actual: oneMarket.perSecond / chainAlone.perSecond },
        ...shared(oneMarket),
      ]),
      row('bets in 16 markets', manyMarkets, [
        { target: TARGETS.manyMarketsMicros, actual: micros(manyMarkets) },
        ...shared(manyMarkets),
      ]),
      row('bets in 16 markets, all at once', spread),
      row('the chain alone behind Fastify', chainAlone),
      ...(naive ? [row('naive: Express, PostgreSQL, kit per bet', naive)] : []),
    ]),
    ...describeOthers(measured),
    '',
  ];
}

function describeTargets(): string[] {
  const { oneMarketMicros, manyMarketsMicros, betsP99, betsOfEcho, betsOfChain } = TARGETS;
  return paragraph(
    `Targets: processor time at most ${oneMarketMicros.most} times the echo's in one market ` +
      `and ${manyMarketsMicros.most} times in 16, p99 at most ${betsP99.most} times; in one ` +
      `market at least ${betsOfEcho.least} of the echo's rate and ${betsOfChain.least} of the ` +
      "chain's alone. In 16 markets each of the 32 wallets bets in one of them. The connections " +
      'take the wallets in turn, nearly in step, so most bets at a time are of one wallet; "all ' +
      'at once" begins every connection with another wallet.',
  );
}

function describeOthers({ oneMarket, chainAlone, naive }: BetsMeasured): string[] {
  const ofChain = number(oneMarket.perSecond / chainAlone.perSecond, 2);
  const reached = `The service reaches ${ofChain} of the chain alone.`;
  return paragraph(
    naive
      ? `${reached} It places ${number(oneMarket.perSecond / naive.perSecond, 1)} times as many ` +
          "bets as the naive server, whose processor time is without PostgreSQL's own processes."
      : `${reached} The naive server was not measured: there is no PostgreSQL here.`,
  );
}

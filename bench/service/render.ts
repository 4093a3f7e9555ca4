// Renders docs/benchmarks.md.
import type { BetsMeasured } from './bets.ts';
import type { Measured } from './load.ts';
import type { ReadsMeasured } from './reads.ts';
import { type KeeperResults, renderKeeper } from './render-keeper.ts';
import { met, number, row } from './table.ts';

/** Sections that were not measured are omitted. */
export interface Results extends KeeperResults {
  readonly cores: number;
  readonly bets?: BetsMeasured;
  readonly reads?: ReadsMeasured[];
  readonly memory?: { bets: number; residentMib: number }[];
}

const TARGETS = { bets: 0.5, p99: 5, reads: 0.8, memory: 1.3 } as const;

export function render(results: Results): string {
  const { cores, bets, reads, memory } = results;
  return [
    '# What the service does per second',
    '',
    `Written by \`npm run bench\` on ${cores} cores, Node ${process.version}: servers and load`,
    "share the machine. Compare the ratios; the absolute numbers are this machine's.",
    'Every bet is signed, executed by the real program, on disk and confirmed before its answer.',
    '',
    ...(bets ? renderBets(bets) : []),
    ...(reads ? renderReads(reads) : []),
    ...(memory ? renderMemory(memory) : []),
    ...renderKeeper(results),
  ].join('\n');
}

function renderBets(measured: BetsMeasured): string[] {
  const { echo, oneMarket, manyMarkets, chainAlone, naive } = measured;
  return [
    '## Bets, 64 connections',
    '',
    row('what', 'per second', 'of the echo', 'p99 ms', 'of the echo', 'failed', ''),
    '|---|---:|---:|---:|---:|---:|---|',
    betRow('bare Fastify echo, same sizes', echo, echo, false),
    betRow('bets in one market', oneMarket, echo, true),
    betRow('bets in 16 markets', manyMarkets, echo, false),
    betRow('the chain alone behind Fastify', chainAlone, echo, false),
    ...(naive ? [betRow('naive: Express, PostgreSQL, kit per bet', naive, echo, false)] : []),
    '',
    `Targets: at least ${TARGETS.bets} of the echo, p99 at most ${TARGETS.p99} times its.`,
    `The chain alone has no credentials, journal, projection or feed: the service reaches`,
    `${number(oneMarket.perSecond / chainAlone.perSecond, 2)} of it.`,
    ...(naive ? [`The service places ${times(oneMarket, naive)} times as many as the naive.`] : []),
    '',
  ];
}

function renderReads(reads: readonly ReadsMeasured[]): string[] {
  return [
    '## Reads, 64 connections',
    '',
    row('what', 'markets', 'echo per second', 'per second', 'ratio', 'target', ''),
    '|---|---:|---:|---:|---:|---:|---|',
    ...reads.flatMap(({ markets, list, listEcho, detail, detailEcho }) => [
      readRow('`GET /v1/markets`', markets, listEcho, list),
      readRow('`GET /v1/markets/{id}`', markets, detailEcho, detail),
    ]),
    '',
  ];
}

function renderMemory(memory: NonNullable<Results['memory']>): string[] {
  return [
    '## Memory',
    '',
    row('bets', 'resident MiB', 'ratio', 'target', ''),
    '|---:|---:|---:|---:|---|',
    ...memory.map(({ bets: count, residentMib }, index) => {
      const ratio = residentMib / (memory[0]?.residentMib ?? 1);
      const target = index === 0 ? '' : `<= ${TARGETS.memory}`;
      const verdict = index === 0 ? '' : met(ratio <= TARGETS.memory);
      return row(number(count), number(residentMib), number(ratio, 2), target, verdict);
    }),
    '',
  ];
}

const times = (ours: Measured, naive: Measured) => number(ours.perSecond / naive.perSecond, 1);

function betRow(what: string, measured: Measured, echo: Measured, isTarget: boolean): string {
  const rate = measured.perSecond / echo.perSecond;
  const p99 = measured.p99Ms / echo.p99Ms;
  return row(
    what,
    ...[number(measured.perSecond), number(rate, 2), number(measured.p99Ms, 1), number(p99, 1)],
    ...[number(measured.failed), isTarget ? met(rate >= TARGETS.bets && p99 <= TARGETS.p99) : ''],
  );
}

function readRow(what: string, markets: number, echo: Measured, ours: Measured): string {
  const ratio = ours.perSecond / echo.perSecond;
  return row(
    ...[what, number(markets), number(echo.perSecond), number(ours.perSecond), number(ratio, 2)],
    ...[`>= ${TARGETS.reads}`, met(ratio >= TARGETS.reads)],
  );
}

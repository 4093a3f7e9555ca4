// The figures of a run, as a table for the terminal and for docs/reliability.md.
import type { Comparison } from './check.ts';
import type { SetupName } from './setups/setup.ts';
import type { SoakResult } from './soak.ts';
import type { Memory } from './watch.ts';

interface Figure {
  readonly what: string;
  readonly value: string;
  /** It must be 0, and this is what it is. */
  readonly wrong?: number;
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const mustBeZero = (what: string, wrong: number): Figure => ({
  ...{ what, value: number(wrong), wrong },
});

export function listFigures(result: SoakResult): Figure[] {
  const { record, watch, bets, markets, withdrawals } = result;
  const { memory } = watch;
  const audited = (name: string) => watch.audit.get(name) ?? 0;
  const nothing = bets.acknowledged === 0 ? 1 : 0;
  return [
    {
      what: 'bets acknowledged',
      value: number(bets.acknowledged),
      ...(nothing > 0 && { wrong: nothing }),
    },
    ...comparisonFigures('bets', bets),
    { what: 'bets without an answer and without a key', value: unansweredOf(bets) },
    {
      what: 'markets created, withdrawals',
      value: `${number(markets.acknowledged)}, ${number(withdrawals.acknowledged)}`,
    },
    ...comparisonFigures('markets and withdrawals', sum(markets, withdrawals)),
    { what: 'positions paid', value: number(result.paid) },
    mustBeZero('positions paid twice', result.paidAgain),
    mustBeZero('expired markets not settled at the end', result.unsettled),
    mustBeZero('bets that differ between the API and the chain', result.betsDiffering),
    mustBeZero('repeated requests with another answer', record.changedAnswers),
    mustBeZero('acknowledged bets that a read did not find', record.unseen),
    mustBeZero('events missing or repeated in a stream', record.eventGaps + result.unannounced),
    mustBeZero('5xx that were not 503', record.serverErrors),
    mustBeZero('requests without an answer for a minute', record.hung),
    mustBeZero(
      "auditor's difference, in base units",
      audited('tote_audit_difference') + result.difference,
    ),
    mustBeZero(
      'markets that differ or are halted',
      audited('tote_audit_differing_markets_total') + audited('tote_halted_markets'),
    ),
    mustBeZero('audits that did not finish', result.isAudited ? 0 : 1),
    mustBeZero('replicas not ready at the end', result.notReady),
    { what: 'longest time without an answered read', value: seconds(watch.longestWithoutReadMs) },
    {
      what: 'longest time without an acknowledged bet',
      value: seconds(record.longestWithoutBetMs),
    },
    {
      what: 'longest time from the end of all faults to the next bet',
      value: seconds(record.recoveryMs),
    },
    {
      what: 'connections broken, processes started',
      value: `${number(record.broken)}, ${number(result.starts)}`,
    },
    { what: 'memory, highest', value: `${number(memory.highestMib)} MiB` },
    {
      what: 'memory of the process that lived longest, after 20 s and at its end',
      value: lifeOf(memory),
    },
    ...[...result.faults].map(([kind, count]) => ({
      what: `faults: ${kind}`,
      value: number(count),
    })),
  ];
}

function comparisonFigures(what: string, compared: Comparison): Figure[] {
  return [
    mustBeZero(`${what} lost`, compared.lost.length),
    mustBeZero(`${what} doubled`, compared.doubled.length),
    mustBeZero(`${what} refused, but on chain`, compared.refusedOnChain.length),
    mustBeZero(`${what} undecided at the end`, compared.undecided.length),
  ];
}

function lifeOf({ longest: { fromMib, toMib, seconds: age } }: Memory): string {
  return `${number(fromMib)} MiB, ${number(toMib)} MiB (${number(age)} s)`;
}

const unansweredOf = ({ unanswered, unansweredOnChain }: Comparison) =>
  `${number(unanswered)}, ${number(unansweredOnChain)} of them placed`;

function sum(a: Comparison, b: Comparison): Comparison {
  const lists = ['lost', 'doubled', 'refusedOnChain', 'undecided'] as const;
  const joined = Object.fromEntries(lists.map((name) => [name, [...a[name], ...b[name]]]));
  return { ...a, ...joined };
}

export function isWrong(figures: readonly Figure[]): boolean {
  return figures.some(({ wrong = 0 }) => wrong !== 0);
}

/** One column per setup. */
export function renderTable(columns: ReadonlyMap<SetupName, readonly Figure[]>): string {
  const names = [...columns.keys()];
  const whats = new Set(
    [...columns.values()].flatMap((figures) => figures.map(({ what }) => what)),
  );
  const cell = (name: SetupName, what: string) => {
    const figure = columns.get(name)?.find((each) => each.what === what);
    if (!figure) return '–';
    return (figure.wrong ?? 0) === 0 ? figure.value : `**${figure.value}**`;
  };
  return [
    `| | ${names.join(' | ')} |`,
    `| --- |${names.map(() => ' ---: |').join('')}`,
    ...[...whats].map(
      (what) => `| ${what} | ${names.map((name) => cell(name, what)).join(' | ')} |`,
    ),
  ].join('\n');
}

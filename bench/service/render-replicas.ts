// Renders what replicas do together.
import type { ReplicasMeasured, ReplicasRun } from './replicas.ts';
import { number, paragraph, type Row, table } from './table.ts';
import { TARGETS } from './targets.ts';

export function renderReplicas({ runs, rpc, outbox, loadAverage }: ReplicasMeasured): string[] {
  return [
    '## Replicas',
    '',
    ...paragraph(
      'Replicas behind a balancer, on one PostgreSQL with durable commits and one chain, which ' +
        'all share the processors with the load: 64 connections for each replica, 32 wallets. ' +
        'So the rate cannot grow with the replicas here. The processor time for each bet says ' +
        'what more machines would do: that of the replicas is spread over them, that of the ' +
        'database and the chain is not. The embedded chain runs behind HTTP, with slots of ' +
        "400 ms; the validator is Anza's solana-test-validator.",
    ),
    '',
    ...paragraph(
      'Times and counts of a bet are without what is used in the same time without bets, which ' +
        'the last two columns show; "?" is what cannot be told apart from it. The load average ' +
        `was ${number(loadAverage.before, 1)} before and ${number(loadAverage.after, 1)} after ` +
        'it. Above the number of processors other work took part of them: then rates and ' +
        'latencies say nothing, processor times are too high, and rows with few bets are noise.',
    ),
    '',
    ...table(
      [
        ...['chain', 'replicas', 'markets', 'bets per second', 'p50 ms', 'p99 ms', 'failed'],
        ...['replicas µs', 'database µs', 'chain µs', 'idle replicas µs/s', 'idle database µs/s'],
      ],
      runs.map(toRow),
    ),
    ...paragraph('What one bet takes of the database:'),
    '',
    ...table(
      [
        ...['chain', 'replicas', 'markets', 'statements', 'commits', 'rows written'],
        ...['WAL bytes', 'notifications', 'outbox writes'],
      ],
      runs.map(toDatabaseRow),
    ),
    ...paragraph('RPC requests of one replica, bets in 16 markets:'),
    '',
    ...table(
      ['chain', 'requests per bet', 'transactions sent per bet', 'requests per second, idle'],
      rpc.map(({ chain, requests, sent, idlePerSecond }) => ({
        cells: [chain, number(requests, 3), number(sent, 3), number(idlePerSecond, 1)],
      })),
    ),
    ...paragraph(
      'Events are numbered without gaps, so one SQL transaction at a time writes some: how many ' +
        'with 16 events each, of four replicas together.',
    ),
    '',
    ...table(
      ['writers', 'SQL transactions per second'],
      outbox.map(({ writers, perSecond }) => ({ cells: [number(writers), number(perSecond)] })),
    ),
  ];
}

function toRow(run: ReplicasRun): Row {
  const { chain, replicas, markets, bets, database, chainMicros, idle } = run;
  return {
    cells: [
      ...[chain, replicas, markets, number(bets.perSecond), number(bets.p50Ms)],
      ...[number(bets.p99Ms), number(bets.failed), number(bets.serverMicros)],
      ...[number(database.micros), number(chainMicros)],
      ...[number(idle.replicas), number(idle.database)],
    ],
    checked: [{ target: TARGETS.noneFailed, actual: bets.failed }],
  };
}

function toDatabaseRow({ chain, replicas, markets, database }: ReplicasRun): Row {
  const { statements, commits, rows, walBytes, notifications, outboxWrites } = database;
  return {
    cells: [
      ...[chain, replicas, markets, number(statements, 2), number(commits, 2)],
      ...[number(rows, 2), number(walBytes), number(notifications, 3), number(outboxWrites, 3)],
    ],
  };
}

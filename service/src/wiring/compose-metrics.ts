import { join } from 'node:path';
import { CURRENCIES, DECIMALS, unixSecondsAt } from '@tote/domain';
import type { FeedHub } from '../feed/feed-hub.ts';
import type { WebhookDispatcher } from '../feed/webhooks/dispatcher.ts';
import type { Auditor } from '../indexer/audit/auditor.ts';
import type { Keeper } from '../keeper/keeper.ts';
import { readFeedAges } from '../keeper/observe/feed-coverage.ts';
import { listLimitations } from '../queries/check-readiness.ts';
import type { Queries } from '../queries/create-queries.ts';
import { dayOf, rentBudget, sumRents, sumRentsOfDay } from '../store/journal/payments.ts';
import type { KeeperReads } from '../store/projection/list-due-markets.ts';
import { findDatabaseBytes } from '../store/statements.ts';
import { PROBLEMS } from '../submissions/chain-watch.ts';
import { BUILD } from '../telemetry/build.ts';
import { measureDisk, measureFiles } from '../telemetry/disk.ts';
import { counter, gauge, type Metric, type MetricValue } from '../telemetry/metrics.ts';
import type { Betting } from './compose-betting.ts';
import type { Base } from './open-base.ts';

type MetricsOptions = Base & {
  readonly betting: Betting;
  readonly keeper: Keeper;
  readonly reads: KeeperReads;
  readonly auditor: Auditor;
  readonly feed: FeedHub;
  readonly queries: Queries;
  readonly webhooks: WebhookDispatcher;
};

export function createMetrics(options: MetricsOptions): Metric[] {
  return [
    ...stateMetrics(options),
    ...transactionMetrics(options),
    ...projectionMetrics(options),
    ...feedMetrics(options),
    ...keeperMetrics(options),
    ...freshnessMetrics(options),
    ...storageMetrics(options),
  ];
}

function labelled(label: string, entries: Iterable<readonly [string, number]>): MetricValue[] {
  return [...entries].map(([key, value]) => ({ labels: { [label]: key }, value }));
}

function stateMetrics({ queries, watch, config }: MetricsOptions): Metric[] {
  const { decimals } = config;
  return [
    gauge('tote_build_info', 'Always 1, with version and commit of the service, and Node', () => {
      return [{ labels: { ...BUILD, node: process.version }, value: 1 }];
    }),
    gauge('tote_ready', '1 if the check of /readyz?for=writes succeeds, otherwise 0', async () => {
      const checks = Object.entries(await queries.checkWrites());
      return labelled(
        'check',
        checks.map(([name, reason]) => [name, reason === null ? 1 : 0]),
      );
    }),
    gauge('tote_problem', '1 while the chain, the database or a paying key has this problem', () =>
      labelled(
        'problem',
        PROBLEMS.map((name) => [name, watch.findProblem(name) === undefined ? 0 : 1]),
      ),
    ),
    gauge('tote_limitations', 'Things that fail because a key was disabled or replaced', () => {
      return listLimitations(config).length;
    }),
    counter('tote_clock_steps_total', 'How often the clock of this machine was set', () => {
      return watch.clockSteps;
    }),
    gauge('tote_key_balance', 'What a paying key holds, in SOL or UTILITY', () =>
      watch.listFunds().map(({ name, balance }) => {
        const currency = name === 'buyer' ? 'UTILITY' : 'SOL';
        const value = Number(balance) / 10 ** decimals[currency];
        return { labels: { key: name, currency }, value };
      }),
    ),
    gauge('tote_key_days_left', 'Days that the balance lasts at the rate since the start', () =>
      labelled(
        'key',
        watch.listFunds().map(({ name, daysLeft }) => [name, daysLeft]),
      ),
    ),
  ];
}

const LANDING = 'tote_landing_duration_seconds';

/** What the service pays and sends. Priority fees are zero on the embedded chain. */
function transactionMetrics({ settings, store, watch, wallMs, betting }: MetricsOptions): Metric[] {
  const percent = settings.payments.rentPercentPerDay;
  const { fees, groups, runner, context } = betting;
  return [
    gauge('tote_rent_locked', 'Rent of markets that the relayer has paid, in SOL', async () => {
      return Number(await sumRents(store.db)) / 10 ** DECIMALS.SOL;
    }),
    gauge('tote_rent_budget_used', 'Share of the rent budget of today that is used', async () => {
      if (percent === 100) return 0;
      const { keys, operator } = context.relayers;
      const payer = operator === keys[0] ? 'relayer' : 'relayer-next';
      const balance = watch.listFunds().find(({ name }) => name === payer)?.balance;
      if (balance === undefined) return undefined;
      const paid = await sumRentsOfDay(store.db, dayOf(unixSecondsAt(wallMs())));
      const budget = rentBudget(percent, balance, paid);
      return budget === 0n ? 1 : Number(paid) / Number(budget);
    }),
    gauge('tote_bets_waiting', 'Bets that wait for a transaction', () => groups.waiting),
    gauge('tote_bet_groups_in_flight', 'Transactions with bets that are not decided', () => {
      return groups.inFlight;
    }),
    {
      name: LANDING,
      help: 'Time from sending a transaction to the decision of the chain',
      type: 'histogram',
      read: () => runner.landingTimes(LANDING),
    },
    counter('tote_priority_fees_lamports_total', 'Priority fees since the start', () =>
      Number(fees?.spent ?? 0n),
    ),
    gauge('tote_priority_fee_price', 'Micro-lamports per unit of the newest transaction', () =>
      Number(fees?.lastPrice ?? 0n),
    ),
    gauge('tote_priority_fees_used_up', '1 if the budget of today is used up', () =>
      fees?.isUsedUp ? 1 : 0,
    ),
  ];
}

function projectionMetrics({ betting: { indexer }, auditor, wallMs }: MetricsOptions): Metric[] {
  return [
    gauge('tote_indexer_lag_seconds', 'Seconds since the projection had everything', () => {
      return indexer.findLag()?.seconds;
    }),
    gauge('tote_indexer_lag_slots', 'Slots since the projection had everything', () => {
      return indexer.findLag()?.slots;
    }),
    gauge('tote_halted_markets', 'Markets without writes until a rebuild', () => {
      return indexer.haltedCount;
    }),
    gauge('tote_audit_difference', 'Owed beyond the parts or the vault, in base units', () =>
      labelled(
        'currency',
        CURRENCIES.map((currency) => [currency, Number(auditor.result.difference[currency])]),
      ),
    ),
    counter('tote_audit_compared_markets_total', 'Markets compared with the chain', () => {
      return auditor.result.compared;
    }),
    counter('tote_audit_differing_markets_total', 'Markets that differed', () => {
      return auditor.result.differing;
    }),
    gauge('tote_audit_age_seconds', 'Time since everything was compared with the chain', () => {
      const { completedAtMs } = auditor.result;
      return completedAtMs === undefined ? undefined : (wallMs() - completedAtMs) / 1_000;
    }),
  ];
}

function feedMetrics({ feed, webhooks }: MetricsOptions): Metric[] {
  return [
    gauge('tote_feed_subscribers', 'Streams of the feed, by what they get', async () => {
      const { live, replaying } = await feed.measure();
      return labelled('state', Object.entries({ live, replaying }));
    }),
    gauge(
      'tote_feed_lag_events',
      'Events that the feed and the slowest replay are behind',
      async () => {
        const { hubLag, slowestLag } = await feed.measure();
        return labelled('of', Object.entries({ feed: hubLag, slowest: slowestLag }));
      },
    ),
    gauge('tote_webhooks', 'Webhooks that this replica delivers to, by whether they fail', () => {
      const { active, failing } = webhooks.measure();
      const states = Object.entries({ active: active - failing, failing });
      return labelled('state', states);
    }),
    counter('tote_webhook_deliveries_total', 'Attempts to deliver an event to a webhook', () => {
      const { delivered, failed } = webhooks.measure();
      return labelled('result', Object.entries({ delivered, failed }));
    }),
    gauge('tote_webhook_lag_seconds', 'How long an event has waited for a working webhook', () => {
      return webhooks.measure().lagSeconds;
    }),
  ];
}

function keeperMetrics({ keeper, reads, platform: { chain } }: MetricsOptions): Metric[] {
  const perTask = (of: 'due' | 'done' | 'failed') => () =>
    labelled(
      'task',
      keeper.listCounts().map((counts) => [counts.task, counts[of]]),
    );
  return [
    gauge('tote_keeper_leading', '1 if this replica runs a part of the keeper', () =>
      keeper.parts > 0 ? 1 : 0,
    ),
    gauge('tote_keeper_parts', 'Parts of the keeper that this replica has, of 32', () => {
      return keeper.parts;
    }),
    gauge('tote_keeper_due_jobs', 'Jobs that run or wait for their next try', perTask('due')),
    counter('tote_keeper_done_total', 'Jobs that were done since the start', perTask('done')),
    counter('tote_keeper_failed_total', 'Tries that failed since the start', perTask('failed')),
    gauge(
      'tote_keeper_overdue_seconds',
      'How long the oldest overdue market has waited',
      async () => {
        const now = chain.clock.now();
        const [[fact], [event], [sampled], [refund], settlement] = await Promise.all([
          reads.listDueMarkets(now, { limit: 1 }, 'fact'),
          reads.listDueMarkets(now, { limit: 1 }, 'event'),
          reads.listDueMarkets(now, { limit: 1 }, 'samples'),
          reads.listDueMarkets(now, { limit: 1 }, 'overdue'),
          reads.findOldestUnsettled(now),
        ]);
        const since = {
          fact: fact?.expiresAt,
          oracle: Math.min(event?.expiresAt ?? now, sampled?.expiresAt ?? now),
          ...{ refund: refund?.refundAt, settlement },
        };
        return labelled(
          'waits_for',
          Object.entries(since).map(([name, at]) => [name, Math.max(0, now - (at ?? now))]),
        );
      },
    ),
  ];
}

function freshnessMetrics(options: MetricsOptions): Metric[] {
  const { keeper, reads, web, priceUpdates, platform } = options;
  const { chain } = platform;
  return [
    counter('tote_web_fetches_total', 'Fetches of web sources since the start, by result', () =>
      web
        .listCounts()
        .flatMap(({ host, ...counts }) =>
          Object.entries(counts).map(([result, value]) => ({ labels: { host, result }, value })),
        ),
    ),
    gauge('tote_sample_age_seconds', 'Age of the oldest sample that a market needs', () =>
      keeper.isSampling ? labelled('source', keeper.sampler.findAges()) : undefined,
    ),
    gauge(
      'tote_oracle_age_seconds',
      'Age of the newest price of each feed that decides',
      async () => {
        const ages = keeper.isSampling ? await readFeedAges({ chain, reads, priceUpdates }) : [];
        return ages.map(({ feed, account, seconds }) => {
          return { labels: { source: feed, account }, value: seconds };
        });
      },
    ),
  ];
}

function storageMetrics({ settings: { dataDir }, store, platform }: MetricsOptions): Metric[] {
  const measureDatabase = async () =>
    store.engine === 'sqlite'
      ? measureFiles(dataDir, 'tote.db')
      : { bytes: await findDatabaseBytes(store.db), walBytes: undefined };
  return [
    gauge('tote_storage_bytes', 'Size of the database, the ledger and their logs', async () => {
      const database = await measureDatabase();
      const ledger = platform.localnet && (await measureFiles(join(dataDir, 'chain')));
      const parts = {
        ...{ database: database.bytes, database_wal: database.walBytes },
        ...{ ledger: ledger?.bytes, ledger_wal: ledger?.walBytes },
      };
      return Object.entries(parts).flatMap(([part, bytes]) =>
        bytes === undefined ? [] : [{ labels: { part }, value: bytes }],
      );
    }),
    gauge('tote_disk_free_bytes', 'What is left on the disk of the data folder', async () => {
      return (await measureDisk(dataDir)).freeBytes;
    }),
    gauge('tote_disk_bytes', 'Size of the disk of the data folder', async () => {
      return (await measureDisk(dataDir)).totalBytes;
    }),
  ];
}

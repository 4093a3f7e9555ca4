// How many tokens were created or migrated on a launchpad in a period. Our oracle counts them by
// the transactions of a few accounts (docs/adr/0028-counting-launches.md).
import type { Address } from '@solana/kit';
import { addSeconds, describeInstant, formatInstant, type UnixSeconds } from '@tote/domain';
import { NOT_DUE, unknown } from '../../evaluation/verdict.ts';
import { invalid } from '../../field-reader.ts';
import {
  COUNTED_PADS,
  type CountedPad,
  findLaunches,
  LAUNCH_EVENTS,
  type LaunchEvent,
  PAD_NAMES as PADS,
} from '../../launches/launchpads.ts';
import type { LaunchCount, Sample } from '../../oracles/account-snapshot.ts';
import { rational } from '../../oracles/rational.ts';
import { type Reading, readable, unreadable } from '../../oracles/reading.ts';
import type { Kind } from '../kind.ts';
import { scenario } from '../shared/scenario.ts';
import { measured, unitOf } from '../shared/schema.ts';
import { COMPARATORS, type Comparator, groupDigits, type Timing } from '../shared/threshold.ts';
import { optionalToken } from '../shared/token-subject.ts';

const DAY = 86_400;
/** Nodes answer for what is not long ago. */
const PAST_SECONDS_MAX = 8 * DAY;
const PERIOD_SECONDS_MAX = 32 * DAY;
const PREVIEW_SECONDS = 600;
const THRESHOLD_MAX = 100_000;
const NODES_MAX = 2;

export interface LaunchpadCountCondition {
  readonly type: 'launchpad_count';
  readonly tokenAddress: Address | null;
  readonly launchpad: CountedPad;
  readonly event: LaunchEvent;
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'creations' | 'migrations';
  readonly from: UnixSeconds;
  /** How many nodes must agree. */
  readonly nodes: number;
}

const UNITS = { created: 'creations', migrated: 'migrations' } as const;
const EVENTS = { created: 'are created on', migrated: 'migrate from' } as const;
const MISSING = 'the launches of the period were not counted';
const COUNTS = { gt: 'more than', gte: 'at least', lt: 'fewer than', lte: 'at most' } as const;

export const launchpadCount: Kind<LaunchpadCountCondition> = {
  type: 'launchpad_count',

  schema: {
    description:
      'How many tokens were created or migrated on a launchpad from a start to the expiry. ' +
      '`currentCount` of `conditionProgress` has transactions that are not final yet, too. ' +
      'Questions about completed curves, or about creations on LaunchLab or Meteora DBC, are ' +
      'attested: these are counted nowhere, because every account that they name is also named ' +
      'by all trades of the launchpad, millions a day.',
    required: ['launchpad', 'event', 'comparator', 'threshold'],
    fields: {
      launchpad: { type: 'string', enum: COUNTED_PADS, description: 'On clusters: not `demo`.' },
      event: { type: 'string', enum: LAUNCH_EVENTS, description: '`created` only with `pump`.' },
      comparator: measured.comparator,
      threshold: {
        type: ['string', 'integer'],
        description: `A whole number up to ${THRESHOLD_MAX}.`,
      },
      unit: unitOf(...Object.values(UNITS)),
      from: {
        type: 'integer',
        description:
          'The start in Unix seconds, at most 8 days before the creation; left out: now. The ' +
          'period has at most 32 days.',
      },
      nodes: {
        type: 'integer',
        minimum: 1,
        maximum: NODES_MAX,
        description: 'How many nodes must agree; left out: as many as the service has, up to two.',
      },
    },
    example: {
      ...{ launchpad: 'pump', event: 'migrated', comparator: 'gt', threshold: '500' },
      from: 1_893_369_600,
    },
  },

  demo: [
    scenario('launchpad-count', ['SOL', 'Yes', 22], {
      bets: ['finn Yes 0.8', 'gia Yes 1.1', 'gia No 1.3', 'finn No 0.45'],
      question: 'Will at least 3 tokens migrate from the demo launchpad within 22 minutes?',
      condition: {
        ...{ type: 'launchpad_count', launchpad: 'demo', event: 'migrated' },
        ...{ comparator: 'gte', threshold: '3' },
      },
    }),
  ],

  parse(fields, input) {
    const { now, expiresAt, nodes = 1 } = input;
    const launchpad = fields.choice('launchpad', COUNTED_PADS);
    const event = fields.choice('event', LAUNCH_EVENTS);
    if (!findLaunches(launchpad, event)) {
      throw invalid(`no account shows all ${UNITS[event]} on ${PADS[launchpad]}`);
    }
    const comparator = fields.choice('comparator', COMPARATORS);
    const isZeroAllowed = comparator === 'gt' || comparator === 'lte';
    const threshold = fields.decimal('threshold', { isWhole: true, isZeroAllowed });
    if (Number(threshold) > THRESHOLD_MAX) {
      throw invalid(`the threshold must be at most ${THRESHOLD_MAX}`);
    }
    const condition: LaunchpadCountCondition = {
      ...{ type: 'launchpad_count', launchpad, event, comparator, threshold },
      tokenAddress: optionalToken(input),
      unit: fields.choice('unit', [UNITS[event]], UNITS[event]),
      from: now === undefined || fields.has('from') ? fields.moment('from') : now,
      nodes: fields.integer('nodes', { least: 1, most: NODES_MAX, fallback: nodes }),
    };
    const { from } = condition;
    if (now === undefined) return condition;
    if (from >= addSeconds(now, -PAST_SECONDS_MAX) && from < expiresAt) {
      if (expiresAt - from <= PERIOD_SECONDS_MAX) return condition;
    }
    throw invalid(
      'the field from must be in Unix seconds, at most 8 days ago, and before the expiry by at ' +
        'most 32 days',
    );
  },

  warn: ({ event, launchpad }) => [
    event === 'created'
      ? 'Anyone can create tokens there, for the price of a transaction and its accounts.'
      : `Anyone can make a token migrate from ${PADS[launchpad]} by buying what its curve sells.`,
    ...(launchpad === 'meteora'
      ? ['Should Meteora add a config to migrate with, migrations with it are not counted.']
      : []),
  ],

  describe(condition, expiresAt) {
    const { launchpad, event, comparator, threshold, from, nodes } = condition;
    const number = `${COUNTS[comparator]} ${groupDigits(threshold)}`;
    const { program, watched = [] } = findLaunches(launchpad, event) ?? {};
    const accounts = `${watched.length > 1 ? 'one of ' : ''}${watched.join(', ')}`;
    const trust =
      nodes === 1
        ? 'The list is that of one node, which is trusted.'
        : `${nodes} nodes are asked; unless they agree, all stakes are refunded.`;
    const refund = nodes === 1 ? 'If they cannot be counted' : 'If two nodes disagree';
    return (
      `Yes if ${number} tokens ${EVENTS[event]} ${PADS[launchpad]} between ` +
      `${describeInstant(from)} and ${describeInstant(expiresAt)}. ` +
      `${refund}, all stakes are refunded.\n\n` +
      `Exactly: each mint counts once, by a successful transaction of ${accounts} in which the ` +
      `program ${program} does that, with a block time from ${formatInstant(from)} to before ` +
      `${formatInstant(expiresAt)}. Yes if these are ${number} mints. The market ends as soon as ` +
      `final transactions show the outcome. ${trust}`
    );
  },

  stated: ['launchpad', 'event', 'comparator', 'threshold'],
  /** What is counted from now on may have been previewed a little earlier. */
  agrees: (asked, given) => Math.abs(asked.from - given.from) <= PREVIEW_SECONDS,
  isWhole: true,
  timing: timingOf,
  launches(condition) {
    const { launchpad, event, from, nodes } = condition;
    return { launchpad, event, from, nodes, target: targetOf(condition) };
  },
  listAccounts: () => [],
  targets: ({ threshold }) => [threshold],

  /** Bets stop before it is final, because it hardly ever is dropped. */
  measurer:
    (condition, { expiresAt }) =>
    (sample) => {
      const counted = readCount(condition, sample, expiresAt);
      if (!counted.ok) return counted;
      const { seen, count } = counted.value;
      const isMet = Math.max(seen, count) >= targetOf(condition);
      return readable({ value: rational(BigInt(seen)), isMet });
    },

  evaluate(condition, { samples }, { expiresAt, now }) {
    let missing = unknown('missing', MISSING);
    for (const sample of samples) {
      const counted = readCount(condition, sample, expiresAt);
      if (!counted.ok) {
        missing = unknown(counted.code, counted.reason);
        continue;
      }
      const { count, to, isFinal } = counted.value;
      const isMet = count >= targetOf(condition);
      const isEnd = isFinal && to === expiresAt && now >= expiresAt;
      if (isMet || isEnd) {
        return { verdict: isMet ? 'met' : 'not_met', at: to, value: String(count) };
      }
    }
    return now < expiresAt ? NOT_DUE : missing;
  },

  customReasons: ({ launchpad }) =>
    launchpad === 'demo' ? ['Everybody has the key of the demo launchpad.'] : [],
};

/** "Fewer than 100" is "never 100", so that it ends as soon as it is certain. */
function timingOf({ comparator }: Pick<LaunchpadCountCondition, 'comparator'>): Timing {
  return comparator === 'lt' || comparator === 'lte' ? 'never_before' : 'any_time_before';
}

/** With as many it is certain. */
function targetOf({ comparator, threshold }: LaunchpadCountCondition): number {
  return Number(threshold) + (comparator === 'gt' || comparator === 'lte' ? 1 : 0);
}

function readCount(
  condition: LaunchpadCountCondition,
  { launches }: Sample,
  expiresAt: UnixSeconds,
): Reading<LaunchCount> {
  const isAbout =
    launches?.launchpad === condition.launchpad &&
    launches.event === condition.event &&
    launches.from === condition.from &&
    launches.nodes >= condition.nodes;
  if (!isAbout || launches.to > expiresAt) return unreadable('missing', MISSING);
  if (!launches.isCurrent && launches.count < targetOf(condition)) {
    return unreadable('incomplete', 'not all transactions are read yet');
  }
  return readable(launches);
}

// A value that web sources publish: the oracle fetches them, and a quorum of them decides.
import type { Address } from '@solana/kit';
import { addSeconds, formatInstant, printable, type UnixSeconds } from '@tote/domain';
import { COMPARATORS, type Comparator, MarketSource } from '@tote/program-client';
import type { ConditionKind } from './condition-kind.ts';
import { GAP_SECONDS_MAX, longestGap } from './evaluation/evaluate-samples.ts';
import { type MarketMoments, NOT_DUE, unknown, type Verdict } from './evaluation/verdict.ts';
import { type FieldReader, invalid } from './field-reader.ts';
import { unreadable } from './oracles/reading.ts';
import {
  COMPARATOR_WORDS,
  describeTrigger,
  flagsOf,
  groupDigits,
  readTiming,
  type Timing,
} from './threshold.ts';
import { optionalToken } from './token-subject.ts';
import { isJsonPointer } from './web/json-pointer.ts';
import { hostOf, judgeRound, roundEndedAt, summarize } from './web/judge-round.ts';
import { readWebAddress } from './web/web-address.ts';
import { VALUE_TYPES, type ValueType, type WebComparison } from './web/web-comparison.ts';
import type { WebEvidence, WebRound, WebSource } from './web/web-round.ts';

const DAY = 86_400;
export const SOURCES_MAX = 5;
export const DELAY_SECONDS = { least: 0, most: DAY, fallback: 0 } as const;
export const POLL_SECONDS = { least: 60, most: DAY, fallback: 60 } as const;
/** Fetches of one round are at most this far apart. */
const ROUND_SECONDS_MAX = 120;
/** So many missed rounds are not missing data, unless that is less than for other samples. */
const ROUNDS_MISSED_MAX = 3;
const TEXT_CHARACTERS_MAX = 200;

export interface WebValueCondition extends WebComparison {
  readonly type: 'web_value';
  readonly tokenAddress: Address | null;
  readonly sources: readonly WebSource[];
  /** So many sources must agree. */
  readonly quorum: number;
  readonly timing: Timing;
  /** At expiry: how long after it the first round is fetched. */
  readonly delaySeconds?: number;
  /** Before the expiry: how often the sources are fetched. */
  readonly pollSeconds?: number;
}

/** When the first round that can decide is fetched. */
export function firstRoundAt(
  { delaySeconds = 0 }: Pick<WebValueCondition, 'delaySeconds'>,
  expiresAt: UnixSeconds,
): UnixSeconds {
  return addSeconds(expiresAt, delaySeconds);
}

/** A longer time without agreement leaves open whether it was met. */
export function gapSecondsMax({ pollSeconds = 0 }: Pick<WebValueCondition, 'pollSeconds'>): number {
  return Math.max(GAP_SECONDS_MAX, ROUNDS_MISSED_MAX * pollSeconds);
}

export const webValue: ConditionKind<WebValueCondition> = {
  parse(fields, input) {
    const sources = readWebSources(fields);
    const count = sources.length;
    const timing = readTiming(fields, 'at_expiry');
    const comparison = readComparison(fields);
    if (comparison.valueType !== 'number' && sources.some(({ pointer }) => pointer === undefined)) {
      throw invalid('a source without a pointer is a number: compare it with one');
    }
    return {
      type: 'web_value',
      tokenAddress: optionalToken(input),
      sources,
      ...comparison,
      // With half of them or fewer, Yes and No could both have enough.
      quorum: fields.integer('quorum', {
        least: Math.floor(count / 2) + 1,
        most: count,
        fallback: count >= 3 ? count - 1 : count,
      }),
      timing,
      ...readPace(fields, timing),
    };
  },

  warn({ sources, quorum, timing }) {
    const hosts = sources.map(hostOf).join(', ');
    const warning =
      sources.length === 1
        ? `The market depends on what ${hosts} answers: whoever controls it decides.`
        : `The market depends on what ${hosts} answer: whoever controls ${quorum} of them decides.`;
    if (timing === 'at_expiry') return [warning];
    return [
      warning,
      'Whoever reads the sources between two fetches knows the result before bets end.',
    ];
  },

  describe(condition, expiresAt) {
    const { sources, quorum, timing, delaySeconds = 0, pollSeconds = 0, tokenAddress } = condition;
    const isOne = sources.length === 1;
    const about = tokenAddress === null ? '' : ` (about the token ${tokenAddress})`;
    const say = isOne
      ? 'the web source says'
      : `at least ${quorum} of ${sources.length} web sources say`;
    const what = `${say} that the value${about} is ${describeWanted(condition)}`;
    const listed = `${isOne ? 'The source' : 'The sources'}: ${describeSources(sources)}.`;
    const moment = formatInstant(expiresAt);
    if (timing !== 'at_expiry') {
      return (
        `${describeTrigger(timing, what, moment)} ${listed} The ` +
        `market’s oracle fetches every ${pollSeconds} seconds. More than ` +
        `${gapSecondsMax(condition)} seconds without an answer that counts are missing data: ` +
        'then every stake goes back.'
      );
    }
    const delay = delaySeconds === 0 ? '' : `, ${delaySeconds} seconds after ${moment}`;
    const first = `at or after ${formatInstant(firstRoundAt(condition, expiresAt))}${delay}`;
    const round = isOne ? 'in the first answer that counts' : 'in the first round of fetches';
    const agreeing = isOne ? '' : ', in which so many agree';
    return (
      `Yes if ${what}, ${round} ${first}${agreeing}; otherwise No. ${listed} The market’s oracle ` +
      'fetches until then; if that does not happen in time, every stake goes back.'
    );
  },

  resolutionRule: ({ timing }) => ({
    decider: { source: MarketSource.Oracle },
    ...flagsOf(timing),
    isLatched: false,
    closesEarly: timing === 'at_expiry',
  }),

  listAccounts: async () => [],

  measure: async () => unreadable('missing', 'no account has it: web sources do'),

  async evaluate(condition, { web = NOTHING }, moments) {
    return condition.timing === 'at_expiry'
      ? evaluateAtExpiry(condition, web, moments)
      : evaluateTrigger(condition, web, moments);
  },
};

const NOTHING: WebEvidence = { rounds: [], polledAt: [] };

function readWebSources(fields: FieldReader): WebSource[] {
  const sources = fields.list('sources', { least: 1, most: SOURCES_MAX }).map((source) => {
    const text = source.text('url');
    const address = readWebAddress(text);
    if ('problem' in address) throw invalid(`the source ${text} ${address.problem}`);
    const pointer = source.has('pointer') ? source.text('pointer') : undefined;
    source.finish();
    if (pointer === undefined) return address;
    if (!isJsonPointer(pointer) || printable(pointer) !== pointer) {
      throw invalid(`the pointer ${pointer} is not a JSON pointer such as /data/0/price`);
    }
    return { ...address, pointer };
  });
  const hosts = sources.map(hostOf);
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index);
  if (twice !== undefined)
    throw invalid(`each source must be another host, ${twice} is there twice`);
  return sources;
}

/** Without `valueType` it is that of the value; text beside an order is a number. */
function readComparison(fields: FieldReader): WebComparison {
  const given = fields.typeOf('value');
  const comparator = fields.choice('comparator', COMPARATORS);
  const isOrder = comparator !== 'eq' && comparator !== 'ne';
  if (!given) throw invalid('the field value must be a number, a text, true or false');
  const valueType = fields.choice('valueType', VALUE_TYPES, isOrder ? 'number' : given);
  if (isOrder && valueType !== 'number') {
    throw invalid(`a ${valueType} can only be compared by eq or ne`);
  }
  return { comparator, value: readWanted(fields, valueType), valueType };
}

function readWanted(fields: FieldReader, valueType: ValueType): string {
  if (valueType === 'number') {
    return fields.decimal('value', { isSigned: true, isZeroAllowed: true });
  }
  if (valueType === 'boolean') return String(fields.flag('value'));
  const value = fields.text('value');
  if (value.length <= TEXT_CHARACTERS_MAX && printable(value) === value) return value;
  throw invalid(`the value must have at most ${TEXT_CHARACTERS_MAX} printable characters`);
}

function readPace(
  fields: FieldReader,
  timing: WebValueCondition['timing'],
): Pick<WebValueCondition, 'delaySeconds' | 'pollSeconds'> {
  const isAtExpiry = timing === 'at_expiry';
  const other = isAtExpiry ? 'pollSeconds' : 'delaySeconds';
  if (fields.has(other)) throw invalid(`the field ${other} does not go with the timing ${timing}`);
  return isAtExpiry
    ? { delaySeconds: fields.integer('delaySeconds', DELAY_SECONDS) }
    : { pollSeconds: fields.integer('pollSeconds', POLL_SECONDS) };
}

const WORDS: Record<Comparator, string> = {
  ...COMPARATOR_WORDS,
  eq: 'exactly',
  ne: 'not',
};

function describeWanted({ comparator, value, valueType }: WebComparison): string {
  const isNumber = valueType === 'number';
  const shown = isNumber ? value.replace(/[\d.]+/, groupDigits) : value;
  return `${WORDS[comparator]} ${valueType === 'string' ? JSON.stringify(shown) : shown}`;
}

function describeSources(sources: readonly WebSource[]): string {
  const each = sources.map(({ url, pointer }) => {
    if (pointer === undefined) return `${url} (a number in plain text)`;
    return pointer === '' ? `${url} (the whole answer)` : `${url} at ${pointer}`;
  });
  return each.join(', ');
}

/** The first round in which enough sources agree. */
function evaluateAtExpiry(
  condition: WebValueCondition,
  { rounds }: WebEvidence,
  { expiresAt, now }: MarketMoments,
): Verdict {
  const from = firstRoundAt(condition, expiresAt);
  if (now < from) return NOT_DUE;
  let failure = unknown('missing', `nothing was fetched since ${formatInstant(from)}`);
  for (const round of rounds) {
    const starts = round.map(({ startedAt }) => startedAt);
    const isTogether = Math.max(...starts) - Math.min(...starts) <= ROUND_SECONDS_MAX;
    if (!isTogether || starts.some((at) => at < from)) continue;
    const judged = judgeRound(condition, round);
    if (judged.ok) return toVerdict(condition, round, judged.value);
    failure = unknown(judged.code, judged.reason);
  }
  return failure;
}

function evaluateTrigger(
  condition: WebValueCondition,
  { rounds, polledAt }: WebEvidence,
  { createdAt, expiresAt, now }: MarketMoments,
): Verdict {
  for (const round of rounds) {
    const isWithin = round.every(
      ({ startedAt, endedAt }) => startedAt >= createdAt && endedAt < expiresAt,
    );
    const judged = judgeRound(condition, round);
    if (isWithin && judged.ok && judged.value) return toVerdict(condition, round, true);
  }
  if (now < expiresAt) return NOT_DUE;
  const good = polledAt.filter((at) => at >= createdAt && at < expiresAt);
  // However short the market: without a single answer nothing is known.
  if (good.length === 0) return unknown('gap', 'the web sources never agreed before the expiry');
  const gap = longestGap(good, createdAt, expiresAt);
  if (gap > gapSecondsMax(condition)) {
    return unknown('gap', `the web sources did not agree for ${gap} s, and it may have been met`);
  }
  return { verdict: 'not_met', at: expiresAt, value: 'never' };
}

function toVerdict(condition: WebValueCondition, round: WebRound, isMet: boolean): Verdict {
  const value = summarize(condition, round);
  return { verdict: isMet ? 'met' : 'not_met', at: roundEndedAt(round), value };
}

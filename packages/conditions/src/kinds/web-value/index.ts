// A value that web sources publish: the oracle fetches them, and a quorum of them decides.
import type { Address } from '@solana/kit';
import { describeDuration, describeInstant, formatInstant, printable } from '@tote/domain';
import { COMPARATORS, type Comparator } from '@tote/program-client';
import { type FieldReader, invalid } from '../../field-reader.ts';
import { hostOf } from '../../web/judge-round.ts';
import { isJsonPointer } from '../../web/read-fetched.ts';
import { readWebAddress } from '../../web/web-address.ts';
import {
  firstRoundAt,
  gapSecondsMax,
  VALUE_TYPES,
  type ValueType,
  type WebComparison,
  type WebCondition,
} from '../../web/web-condition.ts';
import type { WebSource } from '../../web/web-round.ts';
import type { Kind } from '../kind.ts';
import { describeRule, shortNumber } from '../shared/describe-rule.ts';
import { COMPARATOR_WORDS, readTiming } from '../shared/threshold.ts';
import { optionalToken } from '../shared/token-subject.ts';
import { evaluateAtExpiry, evaluateTrigger } from './evaluate.ts';
import { DELAY_SECONDS, demo, POLL_SECONDS, SOURCES_MAX, schema } from './schema.ts';

const TEXT_CHARACTERS_MAX = 200;

export interface WebValueCondition extends WebCondition {
  readonly type: 'web_value';
  readonly tokenAddress: Address | null;
}

export const webValue: Kind<WebValueCondition> = {
  type: 'web_value',
  schema,
  demo,

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
    const what = `${say} that the value${about} is ${describeWanted(condition, WORDS)}`;
    const round = isOne ? 'in the first answer that counts' : 'in the first round of fetches';
    const first = formatInstant(firstRoundAt(condition, expiresAt));
    const listed = `${isOne ? 'The source' : 'The sources'}: ${describeSources(sources)}.`;
    const fetching =
      timing === 'at_expiry'
        ? 'until then; if that does not happen in time, all stakes are refunded.'
        : `every ${pollSeconds} seconds. More than ${gapSecondsMax(condition)} seconds without ` +
          'an answer that counts are missing data: then all stakes are refunded.';
    const show = isOne ? 'the web source' : `at least ${quorum} of ${sources.length} web sources`;
    const start = describeInstant(firstRoundAt(condition, expiresAt));
    return describeRule(timing, expiresAt, {
      rule: `${show} ${isOne ? 'shows' : 'show'} ${describeWanted(condition, SHOWN_WORDS, 16)}`,
      when: () => `in the first round of fetches after ${start}`,
      missing: `${isOne ? 'it shows no usable value' : 'too few agree'} in time`,
      gap: `answers are missing for ${describeDuration(gapSecondsMax(condition))}`,
      before: what,
      atExpiry: (moment) =>
        `${what}, ${round} at or after ${first}` +
        `${delaySeconds === 0 ? '' : `, ${delaySeconds} seconds after ${moment}`}` +
        `${isOne ? '' : ', in which that many agree'}`,
      source: `${listed} The market’s oracle fetches ${fetching}`,
      isFact: true,
    });
  },

  closesEarly: true,
  web: (condition) => condition,

  evaluate(condition, { web = { rounds: [], polledAt: [] } }, moments) {
    return condition.timing === 'at_expiry'
      ? evaluateAtExpiry(condition, web, moments)
      : evaluateTrigger(condition, web, moments);
  },
};

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

function readPace(fields: FieldReader, timing: WebCondition['timing']) {
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

const SHOWN_WORDS = { ...WORDS, ne: 'anything but' };

function describeWanted(
  { comparator, value, valueType }: WebComparison,
  words: typeof WORDS,
  max = Infinity,
): string {
  if (valueType === 'number') return `${words[comparator]} ${shortNumber(value, max)}`;
  const shown = valueType === 'string' ? JSON.stringify(value) : value;
  // Not through the middle of a character.
  const cut = shown.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  return `${words[comparator]} ${shown.length > max ? `${cut}…"` : shown}`;
}

function describeSources(sources: readonly WebSource[]): string {
  const each = sources.map(({ url, pointer }) => {
    if (pointer === undefined) return `${url} (a number in plain text)`;
    return pointer === '' ? `${url} (the whole answer)` : `${url} at ${pointer}`;
  });
  return each.join(', ');
}

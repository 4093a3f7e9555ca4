// What a visitor must know about a question: the times that it names, and whether it is one.
import { describeInstant, formatInstant, unixSeconds } from '@tote/domain';
import { findMoments } from './find-moments.ts';
import { fitOf, isAtEnd, type Moment } from './moment.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';
import type { QuestionInput } from './said.ts';

type Asked = Pick<QuestionInput, 'question' | 'expiresAt' | 'now'>;

export function warnOfTimes({ question, expiresAt, now }: Asked): string[] {
  if (question.length > LENGTH_MAX) return [];
  const { text } = normaliseQuestion(question);
  const expiry = describeInstant(expiresAt);
  return findMoments(text, { expiresAt, now }).flatMap((moment) => {
    const said = `"${moment.text}"`;
    if (moment.problem !== undefined) return [`The time ${said} is not clear: ${moment.problem}.`];
    const year = assumedYear(moment, now);
    const fits = {
      same: isAtEnd(moment, expiresAt)
        ? []
        : [`The question says ${said}; the market ends at ${expiry}, before that day is over.`],
      sooner: [`The question says ${said}, but only what happens until ${expiry} counts.`],
      other: [`The question says ${said}, but the market ends at ${expiry}.`],
    };
    return [
      ...fits[fitOf(moment, expiresAt)],
      ...(moment.assumesUtc ? [`The question names no time zone (${said}): UTC is taken.`] : []),
      ...(year ? [`The question names no year (${said}): ${year} is taken.`] : []),
    ];
  });
}

/** A month or a day without a year that has passed this year is next year's. */
function assumedYear({ text, expiries }: Moment, now: number | undefined): string | undefined {
  const best = expiries?.[0]?.best;
  const hasMonth = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(text);
  if (now === undefined || best === undefined || !hasMonth || /\d{4}/.test(text)) return undefined;
  // The last moment of a period: its end is the first of the next one.
  const yearOf = (moment: number) => formatInstant(unixSeconds(Math.round(moment))).slice(0, 4);
  const year = yearOf(best - 1);
  return year === yearOf(now) ? undefined : year;
}

const WORDS_MIN = 3;
/** Counts words in scripts without spaces too. */
const SEGMENTS = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'word' });
const MARK = /[?\uff1f\u061f\u037e\u055e\u1367]/;
const VERBS =
  'will|would|can|could|shall|should|may|might|must|is|are|was|were|be|does?|did|has|have|had';
const VERB = new RegExp(`\\b(?:${VERBS})\\b`, 'i');

/** For attested markets: what the oracle answers must be a question. */
export function warnOfNoQuestion(question: string): string[] {
  const words = [...SEGMENTS.segment(question)].filter(({ isWordLike }) => isWordLike);
  if (words.length >= WORDS_MIN && (MARK.test(question) || VERB.test(question))) return [];
  return ['This is not a full question, so nobody can be sure what Yes means.'];
}

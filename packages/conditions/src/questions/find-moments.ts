import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Clocks, Moment } from './moment.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';
import { readMoment, readPeriod } from './read-moment.ts';

const ENDS = /(?:close|end|finish)(?:s|es)? /y;

/** The times that a normalised text names, from left to right. */
export function findMoments(text: string, clocks: Clocks): Moment[] {
  const moments: Moment[] = [];
  if (text.length > LENGTH_MAX) return moments;
  for (let at = 0; at < text.length; ) {
    ENDS.lastIndex = at;
    const verb = ENDS.exec(text)?.[0].length ?? 0;
    const found = verb > 0 ? readPeriod(text, at + verb, clocks) : readMoment(text, at, clocks);
    if (found) moments.push(found.moment);
    const skipped = found ? verb + found.length : 0;
    const space = text.indexOf(' ', at + skipped);
    at = space < 0 ? text.length : space + 1;
  }
  return moments;
}

/** The expiry that fits the time in the question; undefined if it names none that is to come. */
export function proposeExpiry(question: string, now: UnixSeconds): UnixSeconds | undefined {
  if (question.length > LENGTH_MAX) return undefined;
  const { text } = normaliseQuestion(question);
  const named = findMoments(text, { expiresAt: now, now }).find(({ expiries }) => expiries);
  const best = named?.expiries?.map((period) => period.best).find((moment) => moment > now);
  return best === undefined ? undefined : unixSeconds(Math.round(best));
}

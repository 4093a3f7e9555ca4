// What the sources of a condition say together: met or not met, if enough of them agree.
import { printable, type UnixSeconds, unixSeconds } from '@tote/domain';
import { type Reading, readable, unreadable } from '../oracles/reading.ts';
import { readFetched } from './read-fetched.ts';
import { isMetBy, type WebComparison, type WebCondition } from './web-condition.ts';
import type { WebRound, WebSource } from './web-round.ts';

type JudgedCondition = Pick<WebCondition, keyof WebComparison | 'sources' | 'quorum'>;

export interface SourceValue {
  readonly source: WebSource;
  readonly value: Reading<string>;
  readonly isMet: boolean | null;
}

const SHOWN_CHARACTERS = 60;

export function readSources(condition: JudgedCondition, round: WebRound): SourceValue[] {
  return condition.sources.map((source, index) => {
    const fetch = round[index];
    const value =
      fetch?.url === source.url
        ? readFetched(source, fetch, condition.valueType)
        : unreadable('missing', 'it was not read');
    return { source, value, isMet: value.ok ? isMetBy(value.value, condition) : null };
  });
}

/** More than half of the sources are needed, so both sides cannot have enough. */
export function judgeRound(condition: JudgedCondition, round: WebRound): Reading<boolean> {
  return judgeValues(condition, readSources(condition, round));
}

export function judgeValues(
  { quorum }: Pick<JudgedCondition, 'quorum'>,
  values: readonly SourceValue[],
): Reading<boolean> {
  const count = (isMet: boolean) => values.filter((each) => each.isMet === isMet).length;
  if (count(true) >= quorum) return readable(true);
  if (count(false) >= quorum) return readable(false);
  const said = values.map(({ source, value }) => {
    const what = value.ok ? `says ${shorten(value.value)}` : shorten(value.reason);
    return `${hostOf(source)}: ${what}`;
  });
  const isDisagreement = values.every(({ value }) => value.ok);
  return unreadable(
    isDisagreement ? 'disagree' : 'missing',
    `${quorum} of ${values.length} web sources must agree (${said.join('; ')})`,
  );
}

export function summarize(condition: JudgedCondition, round: WebRound): string {
  const values = readSources(condition, round).map(({ value }) => (value.ok ? value.value : '?'));
  return values.map(shorten).join(', ');
}

export function roundEndedAt(round: WebRound): UnixSeconds {
  return unixSeconds(Math.max(0, ...round.map(({ endedAt }) => endedAt)));
}

export const hostOf = ({ url }: Pick<WebSource, 'url'>): string => new URL(url).hostname;

/** Text of strangers. */
function shorten(text: string): string {
  const shown = printable(text);
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}

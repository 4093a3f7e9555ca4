const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units: "2 d 4 h". */
export function duration(ms: number): string {
  let left = Math.max(0, Math.floor(ms / 1_000));
  const first = UNITS.findIndex(([, seconds]) => left >= seconds);
  if (first < 0) return '0 s';
  return UNITS.slice(first, first + 2)
    .map(([name, seconds]) => {
      const count = Math.floor(left / seconds);
      left -= count * seconds;
      return count > 0 ? `${count} ${name}` : '';
    })
    .filter(Boolean)
    .join(' ');
}

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const UTC = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

const MINUTE = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Without seconds. */
export const minuteTime = (instant: string): string => MINUTE.format(new Date(instant));
export const clockTime = (instant: number): string => CLOCK.format(new Date(instant));
export const localTime = (instant: string | number): string => LOCAL.format(new Date(instant));
export const utcTime = (instant: string | number): string => `${UTC.format(new Date(instant))} UTC`;

const HERE = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });
const THERE = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeZone: 'UTC' });
const UTC_CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone: 'UTC' });

/** Shown beside the local time: without the date if that is the same. */
export function utcBeside(instant: string | number): string {
  const date = new Date(instant);
  const isSameDay = HERE.format(date) === THERE.format(date);
  return isSameDay ? `${UTC_CLOCK.format(date)} UTC` : utcTime(instant);
}

/** In the visitor's zone, with UTC beside it. */
export const bothTimes = (instant: string | number): string =>
  `${localTime(instant)} (${utcBeside(instant)})`;

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const DAY_MS = 86_400_000;

export const axisTime = (instant: number, spanMs: number): string =>
  (spanMs < DAY_MS ? MINUTE : DAY).format(instant);

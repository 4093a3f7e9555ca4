// Converts between the text of <input type="datetime-local">, in the visitor's time zone, and the
// instant it means. Only the instant is kept, so that clock changes cannot shift it.

const two = (value: number) => String(value).padStart(2, '0');

export function toLocalInput(instant: string | number): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const day = [
    String(at.getFullYear()).padStart(4, '0'),
    two(at.getMonth() + 1),
    two(at.getDate()),
  ];
  const seconds = at.getSeconds() > 0 ? `:${two(at.getSeconds())}` : '';
  return `${day.join('-')}T${two(at.getHours())}:${two(at.getMinutes())}${seconds}`;
}

const HALF_HOUR_MS = 1_800_000;
const STEPS = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

/**
 * The instants at which clocks show this text, in milliseconds: two when clocks go back over it,
 * none when they skip it.
 */
export function instantsAt(text: string): number[] {
  const near = Date.parse(text);
  if (Number.isNaN(near)) return [];
  const shown = text.replace(/^(.{16}):00(\.0+)?$/, '$1');
  return STEPS.map((step) => near + step * HALF_HOUR_MS).filter(
    (each) => toLocalInput(each) === shown,
  );
}

/** In the API's format; undefined if the text is not a time. */
export function toInstant(text: string): string | undefined {
  // A time that clocks skip becomes the time after the jump.
  const [at = Date.parse(text)] = instantsAt(text);
  return Number.isNaN(at) ? undefined : writeInstant(at);
}

export const writeInstant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

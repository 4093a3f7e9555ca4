// What was compared, and what came of it.

export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'different' | 'unchecked';
  /** What was found; where it differs, who says what; or why nothing could be compared. */
  readonly text: string;
}

/** Who says it, and what. */
export type Said = readonly [who: string, what: string];

/** So many things of a kind get a line each; of more only those that differ. */
const LINES_MAX = 50;

export class Checks {
  readonly list: Check[] = [];

  compare(name: string, ...said: readonly Said[]): void {
    this.list.push(compare(name, said));
  }

  /** Many of a kind, such as payouts. */
  compareAll(kind: string, all: readonly (readonly [name: string, ...said: Said[]])[]): void {
    const checks = all.map(([name, ...said]) => compare(`${kind} ${name}`, said));
    if (checks.length <= LINES_MAX) {
      this.list.push(...checks);
      return;
    }
    const different = checks.filter(({ status }) => status === 'different');
    const status = different.length === 0 ? 'ok' : 'different';
    const text = `${checks.length - different.length} of ${checks.length} are the same`;
    this.list.push({ name: `${kind}s`, status, text }, ...different);
  }

  skip(name: string, reason: string): void {
    this.list.push({ name, status: 'unchecked', text: reason });
  }
}

function compare(name: string, said: readonly Said[]): Check {
  const [first] = said;
  if (said.every(([, what]) => what === first?.[1])) {
    return { name, status: 'ok', text: first?.[1] ?? '' };
  }
  return { name, status: 'different', text: said.map((each) => each.join(' ')).join(', ') };
}

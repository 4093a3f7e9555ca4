// Renders what was measured as Markdown. Rows with the same columns are one table.
import type { Row, Section, Target } from './section.ts';

/** Each number is the median of that number in all runs. */
export function medianRows(runs: readonly (readonly Row[])[]): Row[] {
  const [first = []] = runs;
  return first.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([column, cell]) => {
        const values = runs.map((run) => run[index]?.[column]);
        return [column, typeof cell === 'number' ? median(values as number[]) : cell];
      }),
    ),
  );
}

/** For an even count: the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** A section with these tables in place of those of the page, and the page with this section. */
export function renderSection(
  page: string,
  { title, targets }: Pick<Section, 'title' | 'targets'>,
  rows: readonly Row[],
): { text: string; page: string } {
  const parts = page.split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  if (at < 0) throw new Error(`the page has no section "${title}"`);
  const [about = ''] = (parts[at] ?? '').split(/\n(?=\|)/);
  const tables = splitTables(rows).map((table) => renderTable(table, targets));
  const text = `${[about.trimEnd(), ...tables].join('\n\n')}\n`;
  const isLast = at === parts.length - 1;
  return { text, page: parts.with(at, isLast ? text : `${text}\n`).join('') };
}

function splitTables(rows: readonly Row[]): Row[][] {
  const tables = new Map<string, Row[]>();
  for (const row of rows) {
    const columns = Object.keys(row).join();
    tables.set(columns, [...(tables.get(columns) ?? []), row]);
  }
  return [...tables.values()];
}

/** A last column says whether the targets of a row are met, and names those that are not. */
function renderTable(rows: readonly Row[], targets: readonly Target[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line([...columns, 'target']),
    line([...columns.map((_, index) => (index === 0 ? '---' : '---:')), '---']),
    ...rows.map((row) => line([...Object.values(row).map(show), checkRow(row, targets)])),
  ].join('\n');
}

function checkRow(row: Row, targets: readonly Target[]): string {
  const [first] = Object.values(row);
  const own = targets.filter(
    ({ column, rows }) => column in row && (rows === undefined || rows.test(show(first))),
  );
  const missed = own.filter((target) => !isMet(target, row[target.column]));
  if (missed.length === 0) return own.length === 0 ? '' : 'ok';
  return `**missed**: ${missed.map(describe).join(', ')}`;
}

/** What is not a number, because it could not be measured, does not meet it. */
const isMet = ({ least = -Infinity, most = Infinity }: Target, cell: Row[string]) =>
  typeof cell === 'number' && cell >= least && cell <= most;

const describe = ({ column, least, most = Number.NaN }: Target) =>
  least === undefined ? `${column} at most ${show(most)}` : `${column} at least ${show(least)}`;

/** Three digits are enough; more only of large numbers. */
export function show(cell: Row[string]): string {
  if (typeof cell !== 'number') return cell ?? '';
  if (!Number.isFinite(cell)) return '?';
  const digits =
    Math.abs(cell) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return cell.toLocaleString('en-US', digits);
}

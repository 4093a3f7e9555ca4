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

/** What a section measured, as text, and the page with it in place of the section's old tables. */
export function renderSection(
  page: string,
  section: Omit<Section, 'open'>,
  rows: readonly Row[],
): { text: string; page: string } {
  const { title, targets, printedOnly = [] } = section;
  const parts = page.split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  if (at < 0) throw new Error(`the page has no section "${title}"`);
  const [about = ''] = (parts[at] ?? '').split(/\n(?=\|)/);
  const write = (...hidden: readonly string[]) => {
    const tables = splitTables(rows).map((table) => renderTable(table, targets, hidden));
    return `${[about.trimEnd(), ...tables].join('\n\n')}\n`;
  };
  const written = write(...printedOnly, 'failed');
  const isLast = at === parts.length - 1;
  const changed = parts.with(at, isLast ? written : `${written}\n`).join('');
  return { text: write(), page: changed };
}

function splitTables(rows: readonly Row[]): Row[][] {
  const tables = new Map<string, Row[]>();
  for (const row of rows) {
    const columns = Object.keys(row).join();
    tables.set(columns, [...(tables.get(columns) ?? []), row]);
  }
  return [...tables.values()];
}

/** If targets are missed, a last column names them. Those of hidden columns count, too. */
function renderTable(
  rows: readonly Row[],
  targets: readonly Target[],
  hidden: readonly string[],
): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !hidden.includes(column));
  const checks = rows.map((row) => checkRow(row, targets));
  const hasMissed = checks.some((check) => check !== '');
  const line = (cells: readonly string[], check = '') =>
    `| ${[...cells, ...(hasMissed ? [check] : [])].join(' | ')} |`;
  return [
    line(columns, 'target'),
    `|---|${'---:|'.repeat(columns.length - 1)}${hasMissed ? '---|' : ''}`,
    ...rows.map((row, index) =>
      line(
        columns.map((column) => show(row[column])),
        checks[index],
      ),
    ),
  ].join('\n');
}

function checkRow(row: Row, targets: readonly Target[]): string {
  const [first] = Object.values(row);
  const own = targets.filter(
    ({ column, rows }) => column in row && (rows === undefined || rows.test(show(first))),
  );
  const missed = own.filter((target) => !isMet(target, row[target.column]));
  return missed.length === 0 ? '' : `**missed**: ${missed.map(describe).join(', ')}`;
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

// Reads the tables of pages that other commands write, so that no number is copied.

export type Row = ReadonlyMap<string, string>;

/** The rows of all tables below a heading `## title`, by the names of their columns. */
export function readRows(page: string, title: string): readonly Row[] {
  const section = page.split(/^(?=## )/m).find((text) => text.startsWith(`## ${title}\n`));
  if (section === undefined) throw new Error(`there is no section "${title}"`);
  const rows: Row[] = [];
  let columns: readonly string[] | undefined;
  for (const line of section.split('\n')) {
    const cells = line.startsWith('|') ? readCells(line) : undefined;
    if (!cells) columns = undefined;
    else if (!columns) columns = cells;
    else if (!/^[-:]+$/.test(cells[0] ?? '')) rows.push(toRow(columns, cells));
  }
  return rows;
}

const readCells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const toRow = (columns: readonly string[], cells: readonly string[]): Row =>
  new Map(columns.map((column, index) => [column, cells[index] ?? '']));

/** The row with these cells. */
export function findRow(rows: readonly Row[], wanted: Readonly<Record<string, string>>): Row {
  const isWanted = (row: Row) =>
    Object.entries(wanted).every(([column, cell]) => row.get(column) === cell);
  const found = rows.find(isWanted);
  if (!found) throw new Error(`no row has ${JSON.stringify(wanted)}`);
  return found;
}

export function readNumber(row: Row, column: string): number {
  const text = row.get(column);
  const value = Number(text?.replaceAll(',', ''));
  if (text === undefined || text === '' || !Number.isFinite(value)) {
    throw new Error(`"${column}" is "${text}", not a number`);
  }
  return value;
}

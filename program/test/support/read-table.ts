/** The rows of the first table under a heading of a Markdown page, cell by cell. */
export function readTable(page: string, heading: string): string[][] {
  const section = page.split(heading)[1]?.split('\n#')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.map((line) => {
    const cells = line.split('|').slice(1, -1);
    return cells.map((cell) => cell.trim());
  });
}

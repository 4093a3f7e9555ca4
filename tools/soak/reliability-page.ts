// The part of docs/reliability.md that the command writes.

const BEGIN = '<!-- begin: written by npm run soak -- --write -->';
const END = '<!-- end -->';

interface Run {
  readonly seed: number;
  readonly minutes: number;
  readonly cores: number;
  readonly node: string;
}

export function renderRun({ seed, minutes, cores, node }: Run, table: string): string {
  const command = `npm run soak -- --minutes ${minutes} --seed ${seed}`;
  return `\`${command}\`, on ${cores} cores with Node ${node.replace('v', '')}:\n\n${table}`;
}

export function replaceRun(page: string, run: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/reliability.md has no place for the run');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${run}\n\n${page.slice(end)}`;
}

// docs/scale.md: the tables between its marks, as `npm run simulate` computes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { readMeasured } from '../simulate-scale/measured.ts';
import { render } from '../simulate-scale/render.ts';

const BEGIN = '<!-- npm run simulate: begin -->';
const END = '<!-- npm run simulate: end -->';

export function renderScale(): string {
  const page = readFileSync(join(root, 'docs', 'scale.md'), 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page lacks ${BEGIN} or ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${render(readMeasured())}\n${page.slice(end)}`;
}

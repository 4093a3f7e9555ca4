import { readMeasured } from './constants.ts';
import { listConstants, renderTables } from './render.ts';

const BEGIN = '<!-- npm run simulate: begin -->';
const END = '<!-- npm run simulate: end -->';

/** The page with what `npm run simulate` prints between its marks. */
export function fillPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page lacks ${BEGIN} or ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n${renderAll()}\n${page.slice(end)}`;
}

function renderAll(): string {
  const measured = readMeasured();
  const constants = listConstants(measured).map((text) => `- ${text}`);
  return `\n${constants.join('\n')}\n\n${renderTables(measured)}\n`;
}

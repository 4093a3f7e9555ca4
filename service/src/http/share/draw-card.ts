import { CARD_HEIGHT, CARD_WIDTH, type CardData, escapeMarkup } from './headline.ts';
import { type Font, measure, readable, wrapText } from './read-font.ts';

const COLOURS = {
  board: '#10201a',
  ink: '#f4f1e6',
  quiet: '#a9b8af',
  line: '#2b3f36',
} as const;
const ACCENT = '#ffb81c';

const accentOf = ({ branding }: CardData) => branding.accent ?? ACCENT;

const MARGIN = 64;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
const RIGHT = CARD_WIDTH - MARGIN;
const QUESTION = { top: 112, bottom: 340 } as const;
const CHART = { left: 640, right: RIGHT - 8, top: 388, bottom: 474 } as const;
const BAR = { top: 504, height: 28 } as const;

export function drawCard(data: CardData, font: Font): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">`,
    hatch('hatch-large', 14),
    hatch('hatch-small', 8),
    tag('rect', { width: CARD_WIDTH, height: CARD_HEIGHT, fill: COLOURS.board }),
    drawTop(data, font),
    drawQuestion(data.question, font),
    drawSide('Yes', data, MARGIN),
    drawSide('No', data, 352),
    drawChart(data),
    drawBar(data),
    drawBottom(data, font),
    '</svg>',
  ].join('\n');
}

function tag(name: string, attributes: Readonly<Record<string, string | number>>, content = '') {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

interface TextStyle {
  readonly size: number;
  readonly fill?: string;
  readonly spacing?: number;
  readonly anchor?: 'start' | 'end';
}

function write(
  text: string,
  x: number,
  y: number,
  { size, fill = COLOURS.ink, spacing = 0, anchor = 'start' }: TextStyle,
): string {
  const style = { 'font-size': size, fill, 'letter-spacing': spacing, 'text-anchor': anchor };
  return tag('text', { x, y, ...style }, escapeMarkup(text));
}

const OUTLINE = { stroke: COLOURS.ink, 'stroke-width': 2 } as const;

/** No is hatched: the sides are told apart without colours. */
function hatch(id: string, width: number): string {
  const size = { width, height: width, patternUnits: 'userSpaceOnUse' };
  const stripe = tag('rect', { width: width * 0.4, height: width, fill: COLOURS.ink });
  return tag('pattern', { id, ...size, patternTransform: 'rotate(45)' }, stripe);
}

function drawTop(data: CardData, font: Font): string {
  const { state, outcome } = data;
  const size = 30;
  const text = readable(state, font);
  const left = RIGHT - measure(text, font) * size;
  const fill = outcome === null ? COLOURS.quiet : accentOf(data);
  return [
    ...drawBranding(data, font, left),
    write(text, left, 86, { size, fill }),
    tag('rect', { x: MARGIN, y: 110, width: WIDTH, height: 2, fill: COLOURS.line }),
  ].join('\n');
}

const LOGO_SIZE = 52;

/** A name that the font cannot write is left to the logo, and to the address below. */
function drawBranding(data: CardData, font: Font, right: number): string[] {
  const { name, logo } = data.branding;
  const text = name.toUpperCase();
  const isWritable = [...text].every((each) => font.widthOf(each) !== undefined);
  const fill = accentOf(data);
  const x = logo ? MARGIN + LOGO_SIZE + 16 : MARGIN;
  const spacing = 0.14;
  const width = measure(text, font) + text.length * spacing;
  const size = Math.min(44, Math.floor((right - 24 - x) / width));
  const box = { x: MARGIN, y: 46, width: LOGO_SIZE, height: LOGO_SIZE };
  const bytes = logo && Buffer.from(logo.bytes).toString('base64');
  return [
    ...(logo ? [tag('image', { ...box, href: `data:${logo.type};base64,${bytes}` })] : []),
    ...(isWritable ? [write(text, x, 88, { size, fill, spacing: size * spacing })] : []),
  ];
}

function drawQuestion(question: string, font: Font): string {
  const { lines, size } = wrapText(readable(question, font), font, WIDTH);
  const height = size * 1.06;
  // From the middle of the space to the first baseline.
  const middle = (QUESTION.top + QUESTION.bottom) / 2;
  const first = middle - (lines.length * height) / 2 + size * 0.84;
  const isToLeft = RIGHT_TO_LEFT.test(question);
  return lines
    .map((line, index) => {
      const y = first + index * height;
      if (!isToLeft) return write(line, MARGIN, y, { size });
      return write(`\u2067${line}\u2069`, RIGHT, y, { size, anchor: 'end' });
    })
    .join('\n');
}

/** The first letter says the direction of the text. */
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function drawSide(side: 'Yes' | 'No', data: CardData, x: number): string {
  const percent = side === 'Yes' ? data.yesPercent : data.noPercent;
  const hasWon = data.outcome === side;
  const hasLost = data.outcome !== null && !hasWon;
  const fill = hasWon ? accentOf(data) : hasLost ? COLOURS.quiet : COLOURS.ink;
  const mark = side === 'Yes' ? COLOURS.ink : 'url(#hatch-small)';
  return [
    tag('rect', { x: x + 2, y: 352, width: 24, height: 24, fill: mark, ...OUTLINE }),
    write(hasWon ? `${side} won` : side, x + 40, 374, { size: 32, fill }),
    write(`${percent}%`, x, 476, { size: 116, fill }),
  ].join('\n');
}

function drawChart(data: CardData): string {
  const { steps, outcome } = data;
  const { left, right, top, bottom } = CHART;
  const grid = [0, 0.5, 1].map((share) => {
    const y = bottom - share * (bottom - top);
    return tag('path', { d: `M${left} ${y}H${right}`, stroke: COLOURS.line, 'stroke-width': 2 });
  });
  const [first, ...others] = steps.map(({ time, share }) => ({
    x: Math.round(left + time * (right - left)),
    y: Math.round(bottom - share * (bottom - top)),
  }));
  const label = first ? 'Yes over time' : 'No bets yet';
  const parts = [...grid, write(label, left, 373, { size: 26, fill: COLOURS.quiet })];
  if (first === undefined) return parts.join('\n');
  const { y: cy } = others.at(-1) ?? first;
  const d = `M${first.x} ${first.y}${others.map(({ x, y }) => `H${x}V${y}`).join('')}H${right}`;
  const line = { stroke: accentOf(data), 'stroke-width': 5, 'stroke-linejoin': 'round' };
  parts.push(tag('path', { d, fill: 'none', ...line }));
  if (outcome === null) parts.push(tag('circle', { cx: right, cy, r: 7, fill: accentOf(data) }));
  return parts.join('\n');
}

function drawBar({ yesPercent }: CardData): string {
  const gap = 4;
  const share = Math.min(0.98, Math.max(0.02, yesPercent / 100));
  const yes = Math.round((WIDTH - gap) * share);
  const { top: y, height } = BAR;
  const no = { x: MARGIN + yes + gap + 1, y: y + 1, width: WIDTH - gap - yes - 2 };
  return [
    tag('rect', { x: MARGIN, y, width: yes, height, fill: COLOURS.ink }),
    tag('rect', { ...no, height: height - 2, fill: 'url(#hatch-large)', ...OUTLINE }),
  ].join('\n');
}

function drawBottom({ pool, bets, site }: CardData, font: Font): string {
  const size = 30;
  const y = 582;
  const count = bets === 1 ? '1 bet' : `${bets} bets`;
  const text = readable(`Pool ${pool} · ${count}`, font);
  const place = readable(site, font);
  return [
    write(text, MARGIN, y, { size }),
    write(place, RIGHT - measure(place, font) * size, y, { size, fill: COLOURS.quiet }),
  ].join('\n');
}

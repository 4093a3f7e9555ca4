// Reads the width of each character from a TrueType file, to break lines.

export interface Font {
  widthOf(character: string): number | undefined;
}

const BASIC_PLANE = 4;

export function readFont(file: Buffer): Font {
  const tables = readTables(file);
  const at = (name: string) => {
    const offset = tables.get(name);
    if (offset === undefined) throw new Error(`the font has no table ${name}`);
    return offset;
  };
  const unitsPerEm = file.readUInt16BE(at('head') + 18);
  const widths = file.readUInt16BE(at('hhea') + 34);
  const glyphs = readGlyphs(file, at('cmap'));
  const metrics = at('hmtx');
  return {
    widthOf(character) {
      const glyph = glyphs.get(character.codePointAt(0) ?? 0);
      if (glyph === undefined) return undefined;
      // The last width is that of all glyphs after it.
      return file.readUInt16BE(metrics + 4 * Math.min(glyph, widths - 1)) / unitsPerEm;
    },
  };
}

function readTables(file: Buffer): Map<string, number> {
  // A collection of fonts begins with the places of their tables.
  const start = file.toString('latin1', 0, 4) === 'ttcf' ? file.readUInt32BE(12) : 0;
  const count = file.readUInt16BE(start + 4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = start + 12 + index * 16;
      return [file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8)];
    }),
  );
}

/** Glyphs by code point, from the table for the basic plane. */
function readGlyphs(file: Buffer, cmap: number): Map<number, number> {
  const count = file.readUInt16BE(cmap + 2);
  const offsets = Array.from({ length: count }, (_, index) =>
    file.readUInt32BE(cmap + 4 + index * 8 + 4),
  );
  const table = offsets.find((each) => file.readUInt16BE(cmap + each) === BASIC_PLANE);
  if (table === undefined) throw new Error('the font has no table of the basic plane');
  const start = cmap + table;
  const segments = file.readUInt16BE(start + 6) / 2;
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segments; segment += 1) {
    const place = (column: number) => start + 2 * (segments * column + segment) + 14;
    const last = file.readUInt16BE(place(0));
    const first = file.readUInt16BE(place(1) + 2);
    const delta = file.readUInt16BE(place(2) + 2);
    const list = place(3) + 2;
    const offset = file.readUInt16BE(list);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : file.readUInt16BE(list + offset + 2 * (code - first));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** The sizes to try, from the largest, with the lines that fit. */
const SIZES = [
  [84, 1],
  [72, 1],
  [80, 2],
  [64, 3],
  [50, 4],
] as const;

const MISSING_MAX = 0.2;
const UNREADABLE = 'Read the question on the page';

export function readable(text: string, font: Font): string {
  const characters = listDrawn(text, font);
  const known = characters.filter((each) => font.widthOf(each) !== undefined);
  const isLost = known.length < characters.length * (1 - MISSING_MAX);
  const left = known.join('').replace(/ {2,}/g, ' ').trim();
  return isLost || !/[\p{L}\p{N}]/u.test(left) ? UNREADABLE : left;
}

/** Emoji are left out, and accents that the font does not have. */
const listDrawn = (text: string, font: Font): string[] =>
  [...text].filter(
    (each) =>
      !/\p{Emoji_Presentation}/u.test(each) &&
      !(/\p{M}/u.test(each) && font.widthOf(each) === undefined),
  );

/** Characters that the font lacks, each once. */
export const listMissing = (text: string, font: Font): string[] =>
  [...new Set(text)].filter(
    (each) => !/\p{Emoji_Presentation}/u.test(each) && font.widthOf(each) === undefined,
  );

export const measure = (text: string, font: Font): number =>
  [...text].reduce((sum, each) => sum + (font.widthOf(each) ?? 0), 0);

export function wrapText(text: string, font: Font, width: number) {
  for (const [size, most] of SIZES) {
    const lines = breakLines(text, font, width / size);
    if (lines.length <= most) return { lines, size };
  }
  const [size, most] = SIZES[SIZES.length - 1] as (typeof SIZES)[number];
  const lines = breakLines(text, font, width / size).slice(0, most);
  const last = lines.pop() ?? '';
  return { lines: [...lines, shorten(last, font, width / size)], size };
}

function breakLines(text: string, font: Font, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => splitLong(each, font, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, font) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word that is wider than a line is broken anywhere. */
function splitLong(word: string, font: Font, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && measure(part + character, font) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

function shorten(line: string, font: Font, width: number): string {
  let left = line;
  while (left !== '' && measure(`${left}…`, font) > width) left = left.slice(0, -1);
  return `${left.trimEnd()}…`;
}

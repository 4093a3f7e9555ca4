// Reads from a TrueType file how wide each character is, so that lines can be broken where a card
// ends. Characters that the font does not have are unknown.

export interface Font {
  /** In parts of the font size; undefined: the font does not have it. */
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
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + index * 16;
      return [file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8)];
    }),
  );
}

/** Glyphs by code point, from the table for the basic plane; our font has no other. */
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
    // Two unused bytes come before the second column.
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

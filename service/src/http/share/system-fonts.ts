// Fonts of the machine, for questions in scripts that our own font lacks.
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Font, readFont } from './read-font.ts';

const FONT_FOLDERS: readonly string[] = [
  ...['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts', '/Library/Fonts'],
  ...['.fonts', '.local/share/fonts', 'Library/Fonts'].map((each) => join(homedir(), each)),
  'C:\\Windows\\Fonts',
];

export interface FontFile {
  readonly file: string;
  readonly font: Font;
}

/** The first font that has all characters; those of Noto are made for every script. */
export function findSystemFont(
  characters: readonly string[],
  folders = FONT_FOLDERS,
): FontFile | undefined {
  if (characters.length === 0) return undefined;
  const files = folders.flatMap(listFonts).sort((a, b) => rankOf(a) - rankOf(b));
  for (const file of files) {
    const font = tryToRead(file);
    if (font && characters.every((each) => font.widthOf(each) !== undefined)) return { file, font };
  }
  return undefined;
}

const rankOf = (file: string) =>
  Number(!/noto/i.test(file)) * 4 +
  Number(!/bold/i.test(file)) * 2 +
  Number(/italic|obli/i.test(file));

function listFonts(folder: string): string[] {
  let entries: Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Most machines have only some of the folders.
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFonts(path);
    return /\.(ttf|otf|ttc)$/i.test(entry.name) ? [path] : [];
  });
}

function tryToRead(file: string): Font | undefined {
  try {
    return readFont(readFileSync(file));
  } catch {
    // Damaged, or without the tables that we read.
    return undefined;
  }
}

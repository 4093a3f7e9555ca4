// The thread that draws cards. It exists only while cards are asked for.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { drawCard } from './draw-card.ts';
import type { CardReply, CardRequest } from './publish-card.ts';
import { type Font, listMissing, readFont } from './read-font.ts';
import { type FontFile, findSystemFont } from './system-fonts.ts';

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');

const FONT_FILE = fileURLToPath(
  new URL('../../../../web/src/fonts/roboto-condensed-semibold.ttf', import.meta.url),
);
const ours = readFont(readFileSync(FONT_FILE));
const found = new Map<string, FontFile | undefined>();

/** Reads the machine's fonts only for characters that ours lacks, and once for the same ones. */
function chooseFonts(question: string) {
  const missing = listMissing(question, ours);
  const key = missing.sort().join('');
  if (!found.has(key)) found.set(key, findSystemFont(missing));
  const other = found.get(key);
  const font: Font = { widthOf: (each) => ours.widthOf(each) ?? other?.font.widthOf(each) };
  const fontFiles = other ? [FONT_FILE, other.file] : [FONT_FILE];
  const options = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Roboto Condensed' };
  return { font, options: { font: options } };
}

function paint({ id, data }: CardRequest): CardReply {
  try {
    const { font, options } = chooseFonts(data.question);
    const image = new Resvg(drawCard(data, font), options).render();
    return { id, png: new Uint8Array(image.asPng()) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}

port.on('message', (request: CardRequest) => port.postMessage(paint(request)));

// The thread that draws cards. It exists only while cards are asked for.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { CardReply, CardRequest } from './card-painter.ts';
import { drawCard } from './draw-card.ts';
import { readFont } from './read-font.ts';

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');

const FONT_FILE = fileURLToPath(
  new URL('../../../../web/src/fonts/roboto-condensed-semibold.ttf', import.meta.url),
);
const font = readFont(readFileSync(FONT_FILE));
const options = {
  font: { fontFiles: [FONT_FILE], loadSystemFonts: false, defaultFontFamily: 'Roboto Condensed' },
};

function paint({ id, data }: CardRequest): CardReply {
  try {
    const image = new Resvg(drawCard(data, font), options).render();
    return { id, png: new Uint8Array(image.asPng()) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}

port.on('message', (request: CardRequest) => port.postMessage(paint(request)));

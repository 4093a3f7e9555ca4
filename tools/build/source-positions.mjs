// In compiled code: stack traces name the lines of the TypeScript sources. Node's own support
// (--enable-source-maps) parses every map at the start; this one when the first stack is read.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = new URL('.', import.meta.url).href;
const maps = new Map();

function findMap(url) {
  if (!maps.has(url)) {
    try {
      maps.set(url, new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8'))));
    } catch {
      maps.set(url, undefined);
    }
  }
  return maps.get(url);
}

function describe(frame) {
  const url = frame.getFileName() ?? '';
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const text = String(frame);
  if (!url.startsWith(here) || line === null || column === null) return text;
  const { originalSource, originalLine, originalColumn } =
    findMap(url)?.findEntry(line - 1, column - 1) ?? {};
  if (originalSource === undefined) return text;
  const file = resolve(dirname(fileURLToPath(url)), originalSource);
  const position = `${file}:${originalLine + 1}:${originalColumn + 1}`;
  return text.replace(`${url}:${line}:${column}`, position);
}

Error.prepareStackTrace = (error, frames) => {
  const lines = frames.map((frame) => `\n    at ${describe(frame)}`);
  return `${Error.prototype.toString.call(error)}${lines.join('')}`;
};

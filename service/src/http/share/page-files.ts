// The files of the built page. They are few and never change, so they are kept in memory, and a
// request can only name one that is there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
  ttf: 'font/ttf',
  woff2: 'font/woff2',
  map: 'application/json',
};

interface PageFile {
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly bytes: Buffer;
}

export class PageFiles {
  readonly #dir: string;
  readonly #names: ReadonlySet<string>;
  readonly #read = new Map<string, Buffer>();

  constructor(dir: string) {
    this.#dir = dir;
    this.#names = new Set(
      readdirSync(dir, { recursive: true }).map((name) => String(name).replaceAll('\\', '/')),
    );
  }

  /** Undefined if there is no such file. `accepted`: the header Accept-Encoding. */
  find(name: string, accepted = ''): PageFile | undefined {
    const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ''];
    if (type === undefined || !this.#names.has(name)) return undefined;
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const isAccepted = new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?(,|$))`).test(
        accepted,
      );
      if (isAccepted && this.#names.has(name + ending)) {
        return { type, encoding, bytes: this.#bytes(name + ending) };
      }
    }
    return { type, encoding: undefined, bytes: this.#bytes(name) };
  }

  /** As text, without compression. */
  text(name: string): string {
    return this.#bytes(name).toString('utf8');
  }

  #bytes(name: string): Buffer {
    let bytes = this.#read.get(name);
    if (!bytes) {
      bytes = readFileSync(join(this.#dir, name));
      this.#read.set(name, bytes);
    }
    return bytes;
  }
}

// JSON in, strictly: what RFC 8259 leaves to the reader is refused here, because two readers that
// choose differently (the first or the last of two equal keys) disagree about what was signed.
import { isUtf8 } from 'node:buffer';
import { DomainError, LIMITS } from '@tote/domain';
import { JsonNumber } from './json-number.ts';

export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Without a prototype, `__proto__` and `constructor` are keys like all others. */
const PlainObject = function PlainObject() {} as unknown as { new (): JsonObject };
PlainObject.prototype = Object.create(null);

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const BYTE_ORDER_MARK = 0xfeff;
const [TAB, LINE_FEED, RETURN, SPACE] = [9, 10, 13, 32];
const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE] = [91, 93, 123, 125];

/** The value that the bytes of a body name, with numbers as text. */
export function parseJson(bytes: Uint8Array): JsonValue {
  if (bytes.length === 0) throw malformed('it is empty');
  if (!isUtf8(bytes)) throw malformed('it is not UTF-8');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) throw malformed('it begins with a byte order mark');
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonValue {
    const value = this.#value(0);
    if (!Number.isNaN(this.#next())) throw malformed(`there is more after position ${this.#at}`);
    return value;
  }

  /** The code of the next character that is not white space, NaN at the end. */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return code;
      this.#at += 1;
    }
  }

  #value(depth: number): JsonValue {
    switch (this.#next()) {
      case QUOTE:
        return this.#string();
      case BRACE_OPEN:
        return this.#object(depth + 1);
      case BRACKET_OPEN:
        return this.#array(depth + 1);
      case 116:
        return this.#word('true', true);
      case 102:
        return this.#word('false', false);
      case 110:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonObject {
    this.#enter(depth);
    const object = new PlainObject();
    if (this.#next() === BRACE_CLOSE) return this.#leave(object);
    for (;;) {
      if (this.#next() !== QUOTE) throw this.#unexpected();
      const key = this.#string();
      // Every value is something, so undefined says that the key is new.
      if (object[key] !== undefined) throw new DomainError('field_duplicated', { field: key });
      this.#expect(COLON);
      object[key] = this.#value(depth);
      if (this.#next() === BRACE_CLOSE) return this.#leave(object);
      this.#expect(COMMA);
    }
  }

  #array(depth: number): JsonValue[] {
    this.#enter(depth);
    const array: JsonValue[] = [];
    if (this.#next() === BRACKET_CLOSE) return this.#leave(array);
    for (;;) {
      array.push(this.#value(depth));
      if (this.#next() === BRACKET_CLOSE) return this.#leave(array);
      this.#expect(COMMA);
    }
  }

  #enter(depth: number): void {
    const max = LIMITS.jsonDepthMax;
    if (depth > max) throw new DomainError('body_too_deep', { max });
    this.#at += 1;
  }

  #leave<T>(value: T): T {
    this.#at += 1;
    return value;
  }

  #expect(code: number): void {
    if (this.#next() !== code) throw this.#unexpected();
    this.#at += 1;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected();
    this.#at += word.length;
    return value;
  }

  #number(): JsonNumber {
    NUMBER.lastIndex = this.#at;
    const text = NUMBER.exec(this.#text)?.[0];
    if (text === undefined) throw this.#unexpected();
    this.#at += text.length;
    return new JsonNumber(text);
  }

  #string(): string {
    const start = this.#at + 1;
    let hasEscapes = false;
    for (let at = start; ; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return hasEscapes ? this.#unescape(start - 1, at + 1) : this.#text.slice(start, at);
      }
      if (code === BACKSLASH) {
        hasEscapes = true;
        at += 1;
      } else if (!(code >= SPACE)) {
        // Also at the end of the text, where the code is NaN.
        this.#at = at;
        throw this.#unexpected();
      }
    }
  }

  #unescape(start: number, end: number): string {
    let text: string;
    try {
      text = JSON.parse(this.#text.slice(start, end));
    } catch {
      throw malformed(`the string at position ${start} has an escape that does not exist`);
    }
    if (LONE_SURROGATE.test(text)) {
      throw malformed(`the string at position ${start} holds half a character`);
    }
    return text;
  }

  #unexpected(): DomainError {
    const isEnd = this.#at >= this.#text.length;
    return malformed(isEnd ? 'it ends too early' : `unexpected character at ${this.#at}`);
  }
}

function malformed(reason: string): DomainError {
  return new DomainError('body_malformed', { reason });
}

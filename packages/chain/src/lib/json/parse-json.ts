// A strict JSON parser. It refuses what RFC 8259 leaves open, such as duplicate keys: two parsers
// that choose differently would disagree about what was signed.
import { DomainError, LIMITS } from '@tote/domain';
import { JsonNumber } from './json-number.ts';
import { type JsonObject, type JsonValue, PlainObject } from './json-value.ts';

const TOKEN = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORDS = new Map<string, JsonValue>(Object.entries({ true: true, false: false, null: null }));
const LONE_SURROGATE = /\p{Surrogate}/u;
const BYTE_ORDER_MARK = 0xfeff;
const [TAB, LINE_FEED, RETURN, SPACE] = [9, 10, 13, 32];
const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE] = [91, 93, 123, 125];

export function parseJson(text: string, depthMax: number = LIMITS.jsonDepthMax): JsonValue {
  if (text === '') throw malformedJson('it is empty');
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
    throw malformedJson('it begins with a byte order mark');
  }
  return new Parser(text, depthMax).parse();
}

class Parser {
  readonly #text: string;
  readonly #depthMax: number;
  #at = 0;

  constructor(text: string, depthMax: number) {
    this.#text = text;
    this.#depthMax = depthMax;
  }

  parse(): JsonValue {
    const value = this.#value(0);
    if (!Number.isNaN(this.#next()))
      throw malformedJson(`there is more after position ${this.#at}`);
    return value;
  }

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
      default:
        return this.#token();
    }
  }

  #object(depth: number): JsonObject {
    this.#enter(depth);
    const object = new PlainObject();
    if (this.#next() === BRACE_CLOSE) return this.#leave(object);
    for (;;) {
      if (this.#next() !== QUOTE) throw this.#unexpected();
      const key = this.#string();
      // No JSON value is undefined, so undefined means that the key is new.
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
    if (depth > this.#depthMax) throw new DomainError('body_too_deep', { max: this.#depthMax });
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

  #token(): JsonValue {
    TOKEN.lastIndex = this.#at;
    const text = TOKEN.exec(this.#text)?.[0];
    if (text === undefined) throw this.#unexpected();
    this.#at += text.length;
    const word = WORDS.get(text);
    return word === undefined ? new JsonNumber(text) : word;
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
        this.#at = at;
        throw this.#unexpected();
      }
    }
  }

  #unescape(start: number, end: number): string {
    try {
      const text = JSON.parse(this.#text.slice(start, end));
      if (!LONE_SURROGATE.test(text)) return text;
    } catch {}
    throw malformedJson(`the string at position ${start} has an invalid escape`);
  }

  #unexpected(): DomainError {
    const isEnd = this.#at >= this.#text.length;
    return malformedJson(isEnd ? 'it ends too early' : `unexpected character at ${this.#at}`);
  }
}

export function malformedJson(reason: string): DomainError {
  return new DomainError('body_malformed', { reason });
}

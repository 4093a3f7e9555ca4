// The value in the answer of a web source. What is not exactly as expected has no value.

import { JsonNumber } from '@tote/chain/lib/json/json-number';
import type { JsonValue } from '@tote/chain/lib/json/json-value';
import { parseJson } from '@tote/chain/lib/json/parse-json';
import { DomainError } from '@tote/domain';
import { type Reading, readable, unreadable } from '../oracles/reading.ts';
import { readNumber, type ValueType } from './web-condition.ts';
import type { WebAnswer, WebFetch, WebSource } from './web-round.ts';

const DEPTH_MAX = 64;
const STATUS_OK = 200;

/** The value as text: the digits as they were sent, the characters of a string, true or false. */
export function readFetched(
  { pointer }: WebSource,
  fetch: WebFetch,
  valueType: ValueType,
): Reading<string> {
  const { answer, failure = 'there is no answer' } = fetch;
  if (!answer) return unreadable('missing', failure);
  const problem = findProblem(answer);
  if (problem !== undefined) return unreadable('wrong_type', problem);
  if (pointer === undefined) return readPlainNumber(answer.body);
  const document = parseBody(answer.body);
  if (!document.ok) return document;
  const found = findByPointer(document.value, pointer);
  if (found === undefined) return unreadable('missing', `it has nothing at ${pointer}`);
  return readValue(found, valueType);
}

function findProblem({ status, headers }: WebAnswer): string | undefined {
  if (status >= 300 && status < 400) {
    return `it answers ${status}, and redirects are not followed`;
  }
  if (status !== STATUS_OK) return `it answers ${status}`;
  return /html/i.test(headers['content-type'] ?? '') ? 'it answers with a web page' : undefined;
}

function readPlainNumber(body: Uint8Array): Reading<string> {
  const text = decode(body)?.trim() ?? '';
  if (readNumber(text)) return readable(text);
  return unreadable('wrong_type', 'it does not answer with a number in plain text');
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(body: Uint8Array): string | undefined {
  try {
    return UTF8.decode(body);
  } catch {
    return undefined;
  }
}

function parseBody(body: Uint8Array): Reading<JsonValue> {
  const text = decode(body);
  if (text === undefined) return unreadable('wrong_type', 'it does not answer in UTF-8');
  try {
    return readable(parseJson(text, DEPTH_MAX));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return unreadable('wrong_type', `it does not answer with JSON: ${explain(error)}`);
  }
}

function explain({ code, params }: DomainError): string {
  if (code === 'body_too_deep') return `it nests deeper than ${params.max} levels`;
  if (code === 'field_duplicated') return 'a name appears twice in an object';
  return String(params.reason);
}

function readValue(found: JsonValue, valueType: ValueType): Reading<string> {
  const type = found instanceof JsonNumber ? 'number' : typeof found;
  if (found === null || type !== valueType) {
    const actual = found === null ? 'null' : Array.isArray(found) ? 'a list' : `a ${type}`;
    return unreadable('wrong_type', `its value is ${actual} and not a ${valueType}`);
  }
  if (!(found instanceof JsonNumber)) return readable(String(found));
  if (readNumber(found.text)) return readable(found.text);
  return unreadable('wrong_type', 'its number is too long');
}

// JSON pointers, RFC 6901.
const ESCAPES = /~(?![01])/;
const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

export function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !ESCAPES.test(text);
}

/** Undefined if there is no such value. An empty pointer means the whole document. */
export function findByPointer(document: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = findChild(found, name);
    if (found === undefined) return undefined;
  }
  return found;
}

function findChild(parent: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(parent)) return INDEX.test(name) ? parent[Number(name)] : undefined;
  if (typeof parent !== 'object' || parent === null || 'isJsonNumber' in parent) return undefined;
  // Parsed objects have no prototype.
  return (parent as { readonly [name: string]: JsonValue })[name];
}

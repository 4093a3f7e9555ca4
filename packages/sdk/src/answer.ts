// Reads answers without loss: amounts become decimals, other numbers numbers. Unknown fields pass.
import { ToteError } from './errors.ts';
import { AMOUNTS } from './generated/operations.ts';

/** Prefix of values that were numbers, and of text that begins with the prefix. */
const MARK = '\u0000';
const ESCAPED_MARK = '"\\u0000';
const STRING_OR_NUMBER = /("[^"\\]*(?:\\.[^"\\]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Names of amounts: `name`, `parent.name`, or `parent.` for every number in it. They are generated
 * from the OpenAPI document, in which they match no other field.
 */
function isAmount(parent: string, name: string): boolean {
  amounts ??= new Set(AMOUNTS.split(' '));
  return amounts.has(name) || amounts.has(`${parent}.`) || amounts.has(`${parent}.${name}`);
}

let amounts: Set<string> | undefined;

/**
 * The value of JSON. `shape` is `{` for an object or `[` for a list of objects, then the names that
 * each of them must have. Throws a SyntaxError or `answer_changed`.
 */
export function readAnswer(text: string, shape: string): unknown {
  const marked = text.replace(STRING_OR_NUMBER, (found, string?: string) => {
    if (string === undefined) return `${ESCAPED_MARK}#${found}"`;
    return string.startsWith(ESCAPED_MARK) ? `${ESCAPED_MARK}$${string.slice(1)}` : string;
  });
  const value = read(JSON.parse(marked), '', '');
  const isList = shape[0] === '[';
  if (Array.isArray(value) !== isList)
    throw changed(`The answer is ${isList ? 'not ' : ''}a list.`);
  const names = shape.slice(1).split(' ').filter(Boolean);
  for (const item of isList ? (value as unknown[]) : [value]) {
    const missing = names.find((name) => !Object.hasOwn(Object(item), name));
    if (missing) throw changed(`The answer has no ${missing}.`);
  }
  return value;
}

/** Changes the value in place. The items of a list have the list's name. */
function read(value: unknown, name: string, parent: string): unknown {
  if (typeof value === 'string') return readText(value, name, parent);
  if (typeof value === 'object' && value !== null) {
    const inside = value as Record<string, unknown>;
    const isList = Array.isArray(value);
    for (const key of Object.keys(inside)) {
      inside[key] = isList ? read(inside[key], name, parent) : read(inside[key], key, name);
    }
  }
  return value;
}

function readText(value: string, name: string, parent: string): unknown {
  const text = value.slice(2);
  if (!value.startsWith(`${MARK}#`)) {
    if (isAmount(parent, name)) throw changed(`In the answer, ${name} is not a number.`);
    return value.startsWith(`${MARK}$`) ? text : value;
  }
  // A number that a double cannot hold stays text too.
  return isAmount(parent, name) || String(Number(text)) !== text ? text : Number(text);
}

const changed = (message: string) => new ToteError('answer_changed', message);

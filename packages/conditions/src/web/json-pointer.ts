// JSON pointers, RFC 6901.
import type { JsonValue } from '@tote/chain/lib/json/json-value';

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

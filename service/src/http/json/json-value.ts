import type { JsonNumber } from './json-number.ts';

export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Without a prototype, `__proto__` and `constructor` are keys like all others. */
export const PlainObject = function PlainObject() {} as unknown as { new (): JsonObject };
PlainObject.prototype = Object.create(null);

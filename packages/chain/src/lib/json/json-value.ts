import type { JsonNumber } from './json-number.ts';

export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Has no prototype, so `__proto__` and `constructor` are ordinary keys. */
export const PlainObject = function PlainObject() {} as unknown as { new (): JsonObject };
PlainObject.prototype = Object.create(null);

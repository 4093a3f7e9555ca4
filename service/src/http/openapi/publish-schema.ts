// Converts internal schemas to OpenAPI schemas.

import { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';
import { EVENT_SCHEMAS } from '../schemas/events.ts';
import { NAMES, named } from '../schemas/fragments.ts';

named('Condition', CONDITION_SCHEMA);

/** Keywords of our validator that are not published. */
const INTERNAL = new Set(['tote', 'openapi', 'jsonObject', 'least', 'most', 'choices']);

export function publishSchema(schema: unknown): unknown {
  const name = NAMES.get(schema);
  return name === undefined ? copy(schema) : { $ref: `#/components/schemas/${name}` };
}

/** By name; the events of the feed stay together, in their order. */
export function publishNamedSchemas(): Record<string, unknown> {
  const keyOf = (name: string) => (name in EVENT_SCHEMAS ? 'Event' : name);
  const sorted = [...NAMES].sort(([, a], [, b]) => compare(keyOf(a), keyOf(b)));
  return Object.fromEntries(sorted.map(([schema, name]) => [name, copy(schema)]));
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

function copy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publishSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { openapi, ...rest } = schema as { openapi?: unknown; [key: string]: unknown };
  if (openapi !== undefined) return copy(openapi);
  // OpenAPI's discriminator needs named branches; each branch has its type as a constant anyway.
  const { discriminator: _, examples, ...keywords } = rest;
  const entries = Object.entries(keywords).filter(([key]) => !INTERNAL.has(key));
  const published = Object.fromEntries(entries.map(([key, value]) => [key, publishSchema(value)]));
  return examples === undefined ? published : { ...published, examples };
}

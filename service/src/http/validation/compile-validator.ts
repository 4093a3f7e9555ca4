// Ajv with custom field types. Readers replace the text of times, addresses and amounts by parsed
// values, so that a handler receives valid data only.
import { JsonNumber } from '@tote/chain/lib/json/json-number';
import { DomainError, fieldInvalid } from '@tote/domain';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { explainError, fieldName, READERS, type ReaderRules } from './readers.ts';

type Validated = { value: unknown } | { error: Error };

const ajv = new Ajv({ discriminator: true, strictTypes: false, strictRequired: false });
ajv.addVocabulary(['openapi', 'least', 'most', 'choices', 'takesNull', 'copied']);

ajv.addKeyword({
  keyword: 'tote',
  schemaType: 'string',
  modifying: true,
  errors: false,
  compile(kind: string, schema) {
    const rules = schema as ReaderRules;
    const reader = READERS[kind];
    if (reader === undefined) throw new TypeError(`compileValidator: there is no reader ${kind}`);
    return (value: unknown, at): boolean => {
      if (at === undefined) return false;
      at.parentData[at.parentDataProperty] = reader(value, at.instancePath, rules);
      return true;
    };
  },
});

/** Ajv would take a JsonNumber for an object. Null counts as left out, unless it is a value. */
ajv.addKeyword({
  keyword: 'jsonObject',
  schemaType: 'boolean',
  errors: false,
  before: 'if',
  compile(_, { properties = {}, exclusive = [], copied = [] }) {
    const names = [...Object.keys(properties), ...exclusive];
    const optional = names.filter((name) => !properties[name]?.takesNull);
    return (value: unknown, at): boolean => {
      if (value instanceof JsonNumber) {
        const field = fieldName(at?.instancePath ?? '');
        if (field === '') throw new DomainError('body_not_object');
        throw fieldInvalid(field, 'an object');
      }
      const object = value as Record<string, unknown>;
      for (const name of optional) if (object[name] === null) delete object[name];
      // What has an id was read from an answer, and may carry all its fields.
      if (object?.id !== undefined) for (const name of copied) delete object[name];
      return true;
    };
  },
});

/** The first field excludes the others. Checked first, so that none is called unknown. */
ajv.addKeyword({
  keyword: 'exclusive',
  schemaType: 'array',
  errors: false,
  before: 'if',
  compile([field = '', ...others]: string[]) {
    return (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null || !(field in value)) return true;
      const sent = others.filter((other) => other in value);
      if (sent.length === 0) return true;
      throw new DomainError('fields_exclusive', { field, others: sent.join(' and ') });
    };
  },
});

export function compileValidator(route: {
  schema: unknown;
  httpPart?: string;
}): (data: unknown) => Validated {
  const schema = route.schema as { readonly properties: object };
  let validate: ValidateFunction | undefined;
  const isQuery = route.httpPart === 'querystring';
  return (data) => {
    try {
      // Compiled by the first request: for all routes it would take a tenth of the start.
      validate ??= ajv.compile(schema);
      if (isQuery) keepKnown(data as Record<string, unknown>, schema.properties);
      if (validate(data)) return { value: data };
      return { error: explainError(validate.errors as ErrorObject[]) };
    } catch (error) {
      return { error: error as Error };
    }
  };
}

/** Removes parameters that are unknown or empty, so that no answer depends on them. */
function keepKnown(query: Record<string, unknown>, known: object): void {
  for (const name in query) {
    const value = query[name];
    if (value === '' || !Object.hasOwn(known, name)) delete query[name];
    else if (Array.isArray(value)) throw new DomainError('query_parameter_duplicated', { name });
  }
}

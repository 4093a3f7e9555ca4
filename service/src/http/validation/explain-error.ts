import { DomainError } from '@tote/domain';
import type { ErrorObject } from 'ajv';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  boolean: 'true or false',
};

/** Converts a JSON pointer: `/actions/0/type` becomes `actions[0].type`. */
export function fieldName(instancePath: string): string {
  return instancePath
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** Converts the first of Ajv's errors to an API error. */
export function explainError(errors: readonly ErrorObject[], isQuery: boolean): DomainError {
  const error = errors[0];
  if (error === undefined) return new DomainError('body_not_object');
  const path = fieldName(error.instancePath);
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  switch (error.keyword) {
    case 'required':
      return new DomainError('field_missing', { field: inside(error.params.missingProperty) });
    case 'additionalProperties': {
      const name = error.params.additionalProperty;
      return isQuery
        ? new DomainError('query_parameter_unknown', { name })
        : new DomainError('field_unknown', { field: inside(name) });
    }
    case 'discriminator':
      return new DomainError('field_invalid', {
        field: inside(error.params.tag),
        expected: 'one of the known types',
      });
    default:
      if (path === '') return new DomainError('body_not_object');
      return new DomainError('field_invalid', { field: path, expected: expectedOf(error) });
  }
}

function expectedOf(error: ErrorObject): string {
  const named = error.keyword === 'type' ? TYPE_NAMES[String(error.params.type)] : undefined;
  return named ?? (error.message ?? 'something else').replace(/^must (be|have|NOT have) /, '');
}

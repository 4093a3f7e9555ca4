// The structured `condition` of a request as JSON Schema, for the documentation of the API. The
// kinds of conditions validate requests themselves.
import { KINDS } from './kinds/index.ts';

export const CONDITION_SCHEMA = {
  description: 'What decides the market. Left out, it is read from the question.',
  oneOf: KINDS.map(({ type, schema: { description, required, fields } }) => ({
    type: 'object',
    title: type,
    description,
    additionalProperties: false,
    required: ['type', ...required],
    properties: { type: { const: type }, ...fields },
  })),
  examples: KINDS.map(({ type, schema: { example } }) => ({ type, ...example })),
};

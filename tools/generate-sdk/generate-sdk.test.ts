import { expect, test } from 'vitest';
import { listAmounts } from './list-amounts.ts';
import { listOperations } from './operations.ts';
import { type DocumentOperation, readDocument, type Schema } from './read-document.ts';
import { renderOperations } from './render-operations.ts';
import { renderTypes } from './render-types.ts';

test('every operation but the streams becomes a method', async () => {
  const { paths } = readDocument();
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  const streams = all.filter(({ responses }) =>
    /event-stream|"101"/.test(JSON.stringify(responses)),
  );
  expect(streams.map(({ operationId }) => operationId)).toEqual([
    'openEventStream',
    'openWebSocket',
  ]);
  expect(listOperations(readDocument())).toHaveLength(all.length - streams.length);
});

const operation = (fields: Partial<DocumentOperation>): DocumentOperation => ({
  ...{ operationId: 'doIt', summary: 'Do it', parameters: [] },
  responses: { 200: { description: 'Done.' } },
  ...fields,
});

const documentOf = (method: string, fields: Partial<DocumentOperation>) => ({
  paths: { '/v1/it': { [method]: operation(fields) } },
  components: { schemas: {} },
});

test('a POST is not repeated if the document says that it acts again', () => {
  const again = documentOf('post', { 'x-acts-again': true });
  expect(renderOperations(again)).toContain("doIt: '!POST /v1/it'");
  expect(renderOperations(documentOf('post', {}))).toContain("doIt: 'POST /v1/it'");
  expect(renderOperations(documentOf('delete', {}))).toContain("doIt: 'DELETE /v1/it'");
});

const decimal = { type: 'number', format: 'decimal' };
const count = { type: 'integer' };
const objectOf = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });

test('amounts are named with as much context as they need', () => {
  const schemas = { Pools: objectOf({ Yes: decimal, No: decimal }) };
  const pools = { anyOf: [{ $ref: '#/components/schemas/Pools' }, { type: 'null' }] };
  const answer = objectOf({
    volume: decimal,
    stakes: { type: 'array', items: pools },
    odds: objectOf({ Yes: { type: 'number' } }),
    fees: objectOf({ burn: decimal, rate: { type: 'number' } }),
    rates: objectOf({ burn: { type: 'number' } }),
    days: { type: 'object', additionalProperties: decimal },
  });
  expect(listAmounts(schemas, [answer])).toEqual(['No', 'days.', 'fees.burn', 'stakes.', 'volume']);
});

test('an amount that is a count elsewhere in the same place is refused', () => {
  const other = (field: Schema) => objectOf({ fees: objectOf({ burn: field, rate: count }) });
  expect(() => listAmounts({}, [other(decimal), other(count)])).toThrow('fees.burn');
  expect(() => listAmounts({}, [other(decimal), other({ type: 'string' })])).toThrow('fees.burn');
});

const contentOf = (schema: Schema, ...types: readonly string[]) =>
  Object.fromEntries(['application/json', ...types].map((type) => [type, { schema }]));

test('an answer that may be CSV is text when that is asked for', () => {
  const schema = { type: 'object', required: ['rows'], properties: { rows: count } };
  const format = { enum: ['json', 'csv'] };
  const parameters = [{ name: 'format', in: 'query', required: false, schema: format } as const];
  const responses = { 200: { description: '', content: contentOf(schema, 'text/csv') } };
  const text = renderTypes(documentOf('get', { parameters, responses })).replace(/\s+/g, ' ');
  expect(text).toContain("readonly format: 'csv'; }, options?: CallOptions): Promise<string>;");
  expect(text).toContain("doIt(input?: { readonly format?: 'json'; }, options?: CallOptions)");
  const other = { 200: { description: '', content: contentOf(schema, 'text/html') } };
  expect(() => renderTypes(documentOf('get', { responses: other }))).toThrow('only JSON and CSV');
});

test('what the SDK could not tell apart is refused', () => {
  const schema = { type: 'object', properties: {} };
  const query = { name: 'a', in: 'query', required: false, schema: {} } as const;
  const requestBody = { content: { 'application/json': { schema } } };
  const both = documentOf('post', { requestBody, parameters: [query] });
  expect(() => renderTypes(both)).toThrow('a body and a query');
});

// The operations of the document in the form that both generated files need.
import type { DocumentOperation, OpenApiDocument, Response, Schema } from './read-document.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

export interface SdkOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly pathNames: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: Schema | undefined;
  readonly answer: Schema | undefined;
  /** Whether the answer is text if the query asks for the format csv. */
  readonly hasCsv: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: 'none' | 'optional' | 'required';
  /** Whether sending it again with the same Idempotency-Key has no second effect. */
  readonly isRepeatable: boolean;
}

/** Streams are read by `feed`, so they are no methods of their own. */
export function listOperations({ paths }: OpenApiDocument): SdkOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      isStream(operation) ? [] : [toOperation(method.toUpperCase(), path, operation)],
    ),
  );
}

function isStream({ responses }: DocumentOperation): boolean {
  return Object.entries(responses).some(
    ([status, { content = {} }]) => status === '101' || 'text/event-stream' in content,
  );
}

function toOperation(method: string, path: string, operation: DocumentOperation): SdkOperation {
  const { operationId: id, summary, parameters, requestBody } = operation;
  const query = Object.fromEntries(
    parameters
      .filter((each) => each.in === 'query')
      .map(({ name, schema, description }) => [name, { ...schema, description }]),
  );
  const body = requestBody?.content[JSON_TYPE]?.schema;
  if (body && Object.keys(query).length > 0) {
    throw new Error(`${id} has a body and a query, which the SDK cannot tell apart`);
  }
  const done = successes(operation);
  const answers = done.flatMap(({ content = {} }) => content[JSON_TYPE]?.schema ?? []);
  const types = new Set(done.flatMap(({ content = {} }) => Object.keys(content)));
  if (answers.length > 0 && types.size > 1 && !(types.size === 2 && types.has(CSV_TYPE))) {
    throw new Error(`${id} answers ${[...types].join(', ')}; the SDK knows only JSON and CSV`);
  }
  if (new Set(answers.map((each) => JSON.stringify(each))).size > 1) {
    throw new Error(`${id} has several answers, which the SDK cannot tell apart`);
  }
  return {
    ...{ id, method, path, summary, query, body, hasCsv: answers.length > 0 && types.size > 1 },
    pathNames: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
    answer: answers[0],
    headers: Object.fromEntries(
      done.flatMap(({ headers = {} }) =>
        Object.entries(headers).map(([name, { description = '' }]) => [name, description]),
      ),
    ),
    credential: credentialOf(operation),
    isRepeatable: !operation['x-acts-again'],
  };
}

const successes = ({ responses }: DocumentOperation): Response[] =>
  Object.entries(responses).flatMap(([status, each]) => (status.startsWith('2') ? each : []));

function credentialOf({ security = [] }: DocumentOperation): SdkOperation['credential'] {
  if (security.length === 0) return 'none';
  return security.some((each) => Object.keys(each).length === 0) ? 'optional' : 'required';
}

/** `X-Next-Cursor` becomes `nextCursor`. */
export function headerProperty(header: string): string {
  const [first = '', ...words] = header.replace(/^X-/, '').split('-');
  return first.toLowerCase() + words.join('');
}

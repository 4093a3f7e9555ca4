// The API, from the service's own OpenAPI document.
import { useSignal } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { Failure } from '../../components/notice.tsx';
import { useResource } from '../../data/resource.ts';
import { session } from '../../data/session.ts';
import { apiUrl } from '../../navigation/env.ts';
import type { Document, Operation } from './document.ts';
import { OperationView } from './operation-view.tsx';
import { Words } from './words.tsx';

async function readDocument(signal: AbortSignal): Promise<Document> {
  try {
    const response = await fetch(new URL('v1/openapi.json', apiUrl), { signal });
    return (await response.json()) as Document;
  } catch (cause) {
    throw new ToteError('network_failed', 'The document could not be read.', { cause });
  }
}

export function Docs() {
  const { value, error, reload } = useResource(readDocument, []);
  const apiKey = useSignal(session.peek()?.apiKey ?? '');
  const document = value.value;
  return (
    <section class="docs stack">
      <h1>API</h1>
      {error.value && <Failure error={error.value} retry={reload} />}
      {!document && !error.value && <p role="status">Loading …</p>}
      {document && (
        <>
          <Words text={document.info.description} />
          <p>
            Version {document.info.version}; for tools:{' '}
            <a href={new URL('v1/openapi.json', apiUrl).href}>OpenAPI</a>,{' '}
            <a href={new URL('v1/asyncapi.json', apiUrl).href}>AsyncAPI</a>
          </p>
          <label class="docs-field">
            <span>API key, for requests that need one</span>
            <input
              type="password"
              spellcheck={false}
              autocomplete="off"
              value={apiKey.value}
              onInput={({ currentTarget }) => {
                apiKey.value = currentTarget.value.trim();
              }}
            />
          </label>
          {document.tags.map(({ name }) => (
            <section class="stack" aria-labelledby={`tag-${name}`}>
              <h2 id={`tag-${name}`}>{name}</h2>
              {listOperations(document, name).map((operation) => (
                <OperationView document={document} apiKey={apiKey.value} {...operation} />
              ))}
            </section>
          ))}
        </>
      )}
    </section>
  );
}

function listOperations({ paths }: Document, tag: string) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]: [string, Operation]) => ({ path, method, operation })),
  );
}

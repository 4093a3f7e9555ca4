import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button, submitting, typedInto } from '../../components/forms.tsx';
import { apiUrl } from '../../navigation/env.ts';
import { type Document, exampleOf, expand, type Operation, type Schema } from './document.ts';
import { Words } from './words.tsx';

interface OperationProps {
  readonly document: Document;
  readonly apiKey: string;
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export function OperationView(props: OperationProps) {
  const { path, method, operation } = props;
  const title = (
    <>
      <code>
        {method.toUpperCase()} {path}
      </code>{' '}
      {operation.summary}
    </>
  );
  return (
    <Folded class="sheet" title={title}>
      {() => (
        <div class="stack">
          <Words text={operation.description} />
          <Request {...props} />
          <Responses {...props} />
        </div>
      )}
    </Folded>
  );
}

interface FoldedProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  children(): ComponentChildren;
}

/** The document is large: what is folded is not rendered. */
function Folded({ title, children, ...attributes }: FoldedProps) {
  const isOpen = useSignal(false);
  return (
    <details
      {...attributes}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{title}</summary>
      {isOpen.value && children()}
    </details>
  );
}

type Given = Readonly<Record<string, string>>;

/** Status, code and text of the answer, as they came. */
async function call(props: OperationProps, given: Given, body: string | undefined) {
  const { apiKey, path, method, operation } = props;
  const { parameters = [], security } = operation;
  const valuesOf = (place: string) =>
    parameters.flatMap(({ name, in: where }): [string, string][] =>
      where === place && given[name] ? [[name, given[name]]] : [],
    );
  const values = Object.fromEntries(valuesOf('path'));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const url = new URL(filled.slice(1), apiUrl);
  url.search = new URLSearchParams(valuesOf('query')).toString();
  const headers = new Headers(valuesOf('header'));
  if (security && apiKey) headers.set('authorization', `Bearer ${apiKey}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(url, { method: method.toUpperCase(), headers, body });
  const code = response.headers.get('x-error-code') ?? '';
  return `${response.status} ${code}\n${await response.text()}`;
}

function Request(props: OperationProps) {
  const { document, operation } = props;
  const { parameters = [], requestBody, responses } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const given = useSignal<Given>({});
  const body = useSignal(schema ? exampleOf(document, schema) : '');
  const answer = useSignal('');
  const send = async () => {
    answer.value = 'Waiting …';
    const called = call(props, given.value, schema && body.value);
    answer.value = await called.catch((error: Error) => error.message);
  };
  // A stream would never end.
  const isStream = Object.values(responses).some(({ content }) => content?.['text/event-stream']);
  return (
    <form class="stack" onSubmit={submitting(send)}>
      {parameters.map(({ name, in: place, required, description }) => (
        <label class="docs-field">
          <span>
            <code>{name}</code> ({place}
            {required ? ', required' : ''}) {description?.replaceAll('`', '')}
          </span>
          <input
            type="text"
            required={required}
            onInput={({ currentTarget: { value } }) => {
              given.value = { ...given.value, [name]: value };
            }}
          />
        </label>
      ))}
      {schema && (
        <>
          <label class="docs-field">
            <span>Body</span>
            <textarea rows={body.value.split('\n').length + 1} {...typedInto(body)} />
          </label>
          <Shape title="What the body may have" document={document} schema={schema} />
        </>
      )}
      {!isStream && <Button type="submit">Send</Button>}
      <div role="status">{answer.value && <Text text={answer.value} />}</div>
    </form>
  );
}

const Responses = ({ document, operation }: OperationProps) => (
  <>
    {Object.entries(operation.responses).map(([status, { description, content }]) => (
      <section>
        <h3>{status}</h3>
        <Words text={description} />
        {Object.entries(content ?? {}).map(([type, { schema }]) => (
          <Shape title={type} document={document} schema={schema} />
        ))}
      </section>
    ))}
  </>
);

interface ShapeProps {
  readonly title: string;
  readonly document: Document;
  readonly schema: Schema;
}

const Shape = ({ title, document, schema }: ShapeProps) => (
  <Folded title={title}>
    {() => <Text text={JSON.stringify(expand(document, schema), null, 2)} />}
  </Folded>
);

/** It can be scrolled, so the keyboard must reach it. */
const Text = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls
  <pre tabIndex={0}>{text}</pre>
);

// The parts of docs/ that are made from the sources. The text around them is written by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';
import { EVENTS } from '../service/src/feed/events.ts';
import { credentialOf, type Route } from '../service/src/http/route.ts';
import { ROUTES } from '../service/src/http/routes/index.ts';
import type { Schema } from './generate-sdk/read-document.ts';
import { root } from './root.ts';

interface TypeSchema {
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

const ENDPOINTS = /(?<=^\| endpoint \| credential \|.*\n\|[-|]+\|\n)(?:\|.*\n)+/m;
const EVENT_TYPES = /(?<=^\| type \| when \|.*\n\|[-|]+\|\n)(?:\|.*\n)+/m;
const CONDITION_TYPES = /^## [\s\S]*/m;

/** Path to text. */
export function renderPages(): ReadonlyMap<string, string> {
  const render = (path: string, part: RegExp, write: (page: string) => string) => {
    const page = readFileSync(join(root, path), 'utf8');
    if (!part.test(page)) throw new Error(`${path} lacks the part that is made from the sources`);
    return [path, page.replace(part, () => write(page))] as const;
  };
  const types = CONDITION_SCHEMA.oneOf as unknown as readonly TypeSchema[];
  return new Map([
    render('docs/api.md', ENDPOINTS, renderEndpoints),
    render('docs/conditions.md', CONDITION_TYPES, () => renderTypes(types)),
    render('docs/events.md', EVENT_TYPES, renderEvents),
  ]);
}

/** What a row says may be written by hand; a new one begins with the summary of the route. */
function renderEndpoints(page: string): string {
  const rows = [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|[^|]*\| (.*) \|$/gm)];
  const texts = new Map(rows.map(([, name, text]) => [name, text]));
  // Those for operators come last.
  const isPublic = ({ operation }: Route) => operation.path.startsWith('/v1/');
  const routes = Object.values(ROUTES).sort((a, b) => Number(isPublic(b)) - Number(isPublic(a)));
  return routes
    .map(({ operation }) => {
      const name = `${operation.method} ${operation.path.replace(/:(\w+)/g, '{$1}')}`;
      const unless = operation.takesSigned ? ', unless the wallet has signed' : '';
      const text = texts.get(name) ?? operation.summary;
      return `| \`${name}\` | ${credentialOf(operation)}${unless} | ${text} |\n`;
    })
    .join('');
}

function renderEvents(): string {
  const rows = Object.entries(EVENTS).map(([type, { when, concerns, data }]) => {
    const fields = Object.keys(data.properties).map((name) => `\`${name}\``);
    return `| \`${type}\` | ${when} | ${concerns ?? ''} | ${fields.join(', ')} |\n`;
  });
  return rows.join('');
}

/** What a request leaves out: the schema describes it. */
const FILLED_IN = /filled in|read from the chain|^In answers/i;

/** The fields of a type, without those that are described above for all types. */
function listFields({ properties, required }: TypeSchema) {
  const { type: _type, relativeTo: _relativeTo, timing: _timing, ...fields } = properties;
  return Object.entries(fields).flatMap(([name, { description: text = '', ...field }]) => {
    if (FILLED_IN.test(text)) return [];
    const line = (more: string) => `- \`${name}\` (${typeOf(field)}${more})${text && `: ${text}`}`;
    const isOptional = !required.includes(name);
    return [{ name, isOptional, shared: line(''), own: line(isOptional ? ', optional' : '') }];
  });
}

/** What several types say of a field is said once; a type for which it differs says it itself. */
function renderTypes(types: readonly TypeSchema[]): string {
  const all = types.flatMap(listFields);
  const repeated = all.filter(({ shared }, index) =>
    all.slice(0, index).some((field) => field.shared === shared),
  );
  const first = new Map(repeated.toReversed().map(({ name, shared }) => [name, shared]));
  const shared = new Set([...first.values()].reverse());
  const head = '## Shared fields\n\nEach type below names those that it has.\n';
  const sections = types.map((type) => renderType(type, shared));
  return [`${head}\n${[...shared].join('\n')}\n`, ...sections].join('\n');
}

function renderType(type: TypeSchema, shared: ReadonlySet<string>): string {
  const { title, description } = type;
  const fields = listFields(type);
  const own = fields.filter((field) => !shared.has(field.shared)).map((field) => field.own);
  const others = [false, true].flatMap((isOptional) => {
    const same = fields.filter((each) => shared.has(each.shared) && each.isOptional === isOptional);
    const names = same.map(({ name }) => `\`${name}\``).join(', ');
    return names && `- Shared${isOptional ? ', optional' : ''}: ${names}`;
  });
  const lines = [...own, ...others.filter(Boolean)].join('\n');
  const example = CONDITION_SCHEMA.examples.find((each) => each.type === title) ?? {};
  const json = `\`\`\`json\n${JSON.stringify(example)}\n\`\`\`\n`;
  return [`## ${title}\n`, `${description}\n`, `${lines}\n`, json].join('\n');
}

function typeOf({ type = '', enum: choices }: Schema): string {
  return choices ? choices.map((each) => `\`${each}\``).join('/') : [type].flat().join(' or ');
}

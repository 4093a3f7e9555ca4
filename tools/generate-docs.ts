// The parts of docs/ that are made from the sources. The text around them is written by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';
import { EVENTS } from '../service/src/feed/events.ts';
import { credentialOf, type Route } from '../service/src/http/route.ts';
import { ROUTES } from '../service/src/http/routes/index.ts';
import { root } from './root.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
}

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
    render('docs/conditions.md', CONDITION_TYPES, () => types.map(renderType).join('\n')),
    render('docs/events.md', EVENT_TYPES, renderEvents),
  ]);
}

/** What a row says may be written by hand; a new one begins with the summary of the route. */
function renderEndpoints(page: string): string {
  const rows = [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|[^|]*\| (.*) \|$/gm)];
  const texts = new Map(rows.map(([, name, text]) => [name, text]));
  // Those for operators come last.
  const isPublic = ({ operation }: Route) => operation.path.startsWith('/v1/');
  const routes = [...ROUTES].sort((a, b) => Number(isPublic(b)) - Number(isPublic(a)));
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

function renderType({ title, description, properties, required }: TypeSchema): string {
  // Described above, for all types.
  const { type: _type, relativeTo: _relativeTo, timing: _timing, ...fields } = properties;
  const lines = Object.entries(fields).map(([name, { description: text = '', ...field }]) => {
    const form = typeOf(field) + (required.includes(name) ? '' : ', optional');
    return `- \`${name}\` (${form}): ${text}`.trimEnd().replace(/:$/, '');
  });
  const example = CONDITION_SCHEMA.examples.find(({ type }) => type === title) ?? {};
  const json = `\`\`\`json\n${JSON.stringify(example)}\n\`\`\`\n`;
  return [`## ${title}\n`, `${description}\n`, `${lines.join('\n')}\n`, json].join('\n');
}

function typeOf({ type = '', enum: choices }: Schema): string {
  return choices ? choices.map((each) => `\`${each}\``).join('/') : [type].flat().join(' or ');
}

// The table of endpoints in docs/api.md: a row per route. What a row says may be written by hand;
// a new one begins with the summary of the route.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialOf, type Operation, type Route } from '../../service/src/http/route.ts';
import { ROUTES } from '../../service/src/http/routes/index.ts';
import { root } from '../root.ts';

const ROWS = /(?<=^\| endpoint \| credential \|.*\n\|[-|]+\|\n)(?:\|.*\n)+/m;

export function renderApi(): string {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const texts = new Map(
    [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|[^|]*\| (.*) \|$/gm)].map(([, name, text]) => [
      name,
      text,
    ]),
  );
  // Those for operators come last.
  const isPublic = ({ operation }: Route) => operation.path.startsWith('/v1/');
  const routes = [...ROUTES].sort((a, b) => Number(isPublic(b)) - Number(isPublic(a)));
  const rows = routes.map(({ operation }) => {
    const name = `${operation.method} ${operation.path.replace(/:(\w+)/g, '{$1}')}`;
    return `| \`${name}\` | ${describe(operation)} | ${texts.get(name) ?? operation.summary} |\n`;
  });
  return page.replace(ROWS, () => rows.join(''));
}

const describe = (operation: Operation) =>
  credentialOf(operation) + (operation.takesSigned ? ', unless the wallet has signed' : '');

// Which methods a path takes, for the answer 405.
import type { FastifyInstance } from 'fastify';

interface Row {
  readonly pattern: RegExp;
  /** How much of it is fixed: a path with a name of its own is not also an id. */
  readonly fixed: number;
  readonly methods: Set<string>;
}

export class RouteTable {
  readonly #rows = new Map<string, Row>();

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const row = this.#rows.get(url) ?? toRow(url);
      for (const name of [method].flat()) row.methods.add(name);
      this.#rows.set(url, row);
    });
  }

  /** Nothing when the path is unknown. */
  findMethods(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const rows = [...this.#rows.values()].filter(({ pattern }) => pattern.test(path));
    const most = Math.max(...rows.map(({ fixed }) => fixed));
    const nearest = rows.filter(({ fixed }) => fixed === most);
    const methods = new Set(nearest.flatMap((row) => [...row.methods]));
    return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
  }
}

function toRow(url: string): Row {
  const fixed = url.replace(/:[A-Za-z]+|\*/g, '').length;
  return { pattern: toPattern(url), fixed, methods: new Set() };
}

/** Fastify's wildcard routes belong to the documents, which take GET wherever they are. */
function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

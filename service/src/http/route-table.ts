// The methods of each path, for 405 responses and CORS preflights.
import type { FastifyInstance } from 'fastify';

interface Row {
  readonly pattern: RegExp;
  /** Characters outside of parameters. The largest wins: /markets/preview is not a market id. */
  readonly fixedLength: number;
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

  /** Empty when the path is unknown. */
  findMethods(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const rows = [...this.#rows.values()].filter(({ pattern }) => pattern.test(path));
    const longest = Math.max(...rows.map(({ fixedLength }) => fixedLength));
    const matching = rows.filter(({ fixedLength }) => fixedLength === longest);
    const methods = new Set(matching.flatMap((row) => [...row.methods]));
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
  }
}

function toRow(url: string): Row {
  const fixedLength = url.replace(/:[A-Za-z]+|\*/g, '').length;
  return { pattern: toPattern(url), fixedLength, methods: new Set() };
}

/** Wildcard routes exist only under /docs, which takes GET everywhere. */
function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

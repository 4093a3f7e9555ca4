// The files of the built page, kept in memory. A request can only name one of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Branding } from '../../settings/branding.ts';
import { acceptedEncodings, type Encoding } from '../send-json.ts';
import { escapeMarkup } from './headline.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  html: 'text/html; charset=utf-8',
  ttf: 'font/ttf',
  woff2: 'font/woff2',
  map: 'application/json',
};

const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

export class PageFiles {
  readonly #dir: string;
  readonly #names: Set<string>;
  readonly #read = new Map<string, Buffer>();

  constructor(dir: string, branding: Branding) {
    this.#dir = dir;
    this.#names = new Set(
      readdirSync(dir, { recursive: true }).map((name) => String(name).replaceAll('\\', '/')),
    );
    const { logo } = branding;
    if (logo) this.#add(logo.path.split('?', 1)[0] ?? '', logo.bytes);
    for (const page of ['index.html', 'embed.html'].filter((name) => this.#names.has(name))) {
      this.#add(page, Buffer.from(applyBranding(this.text(page), branding)));
    }
  }

  #add(name: string, bytes: Buffer): void {
    this.#names.add(name);
    this.#read.set(name, bytes);
  }

  find(name: string, accepted = '') {
    const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ''];
    if (type === undefined || !this.#names.has(name)) return undefined;
    for (const encoding of acceptedEncodings(accepted)) {
      const packed = name + ENDINGS[encoding];
      if (this.#names.has(packed)) return { type, encoding, bytes: this.#bytes(packed) };
    }
    return { type, encoding: undefined, bytes: this.#bytes(name) };
  }

  text(name: string): string {
    return this.#bytes(name).toString('utf8');
  }

  #bytes(name: string): Buffer {
    let bytes = this.#read.get(name);
    if (!bytes) {
      bytes = readFileSync(join(this.#dir, name));
      this.#read.set(name, bytes);
    }
    return bytes;
  }
}

/** The page reads the name, colour and links from its head, so that nothing changes later. */
function applyBranding(template: string, branding: Branding): string {
  const { name, accent, logo, termsUrl, supportUrl } = branding;
  const fields = { name, accent, logo: logo?.path, terms: termsUrl, support: supportUrl };
  const metas = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value = '']) => `<meta name="tote-${key}" content="${escapeMarkup(value)}" />`);
  const icon = `href="./${logo?.path}" type="${logo?.type}"`;
  return template
    .replace('<meta name="tote-name" content="Tote" />', () => metas.join('\n    '))
    .replace('href="./icon.svg" type="image/svg+xml"', (own) => (logo ? icon : own));
}

/** Everything in the page is relative, so that it works behind any prefix of a proxy. */
export function renderPage(
  template: string,
  depth: number,
  head: string,
  chunks: readonly string[] = [],
): string {
  const root = depth === 0 ? './' : '../'.repeat(depth);
  const preloads = chunks.map(
    (file) => `<link rel="modulepreload" crossorigin href="${root}${file}" />\n  `,
  );
  return (
    template
      .replaceAll('="./', `="${root}`)
      .replace('name="tote-root" content="./"', `name="tote-root" content="${root}"`)
      // A function, because `$&` has a meaning in a replacement text.
      .replace(/<title>[^<]*<\/title>/, () => head)
      .replace('</head>', `${preloads.join('')}</head>`)
  );
}

export const depthOf = (path: string) => path.split('/').length - 2;

const ENTRY = 'index.html';
/** Also in the page's own router. */
export const SCREENS: Readonly<Record<string, string>> = {
  '/': 'src/screens/markets/markets.tsx',
  '/m/:id': 'src/screens/market/market.tsx',
  '/new': 'src/screens/create/create.tsx',
  '/me': 'src/screens/portfolio/portfolio.tsx',
  '/top': 'src/screens/leaderboard/leaderboard.tsx',
  '/w/:id': 'src/screens/wallet/wallet-page.tsx',
  '/reserves': 'src/screens/reserves/reserves.tsx',
  '/about': 'src/screens/about/about.tsx',
  '/exit': 'src/screens/exit.tsx',
  '/docs': 'src/screens/docs/docs.tsx',
  '/hidden': 'src/screens/hidden/hidden.tsx',
  '/series': 'src/screens/series/series-list.tsx',
  '/series/:id': 'src/screens/series/series.tsx',
};

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: string[] }>>;

export function readScreenChunks(files: Pick<PageFiles, 'text'>): Map<string, readonly string[]> {
  const manifest: Manifest = JSON.parse(files.text('manifest.json'));
  const loaded = collect(manifest, ENTRY);
  const chunksOf = (source: string) =>
    [...collect(manifest, source)].filter((file) => !loaded.has(file));
  return new Map(Object.entries(SCREENS).map(([path, source]) => [path, chunksOf(source)]));
}

function collect(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the page has no ${source}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
  return files;
}

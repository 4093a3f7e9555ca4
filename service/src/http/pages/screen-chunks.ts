// The scripts of each screen. The head of the page names them, so that a browser asks for them
// together with the first script and not after it has run.
import type { PageFiles } from './page-files.ts';

const ENTRY = 'index.html';
/** By the path of the page: the source of its screen. The page's own router knows them, too. */
const SCREENS: Readonly<Record<string, string>> = {
  '/': 'markets/markets.tsx',
  '/m/:id': 'market/market.tsx',
  '/new': 'create/create.tsx',
  '/me': 'portfolio/portfolio.tsx',
  '/top': 'leaderboard/leaderboard.tsx',
  '/w/:id': 'wallet/wallet-page.tsx',
  '/reserves': 'reserves/reserves.tsx',
  '/about': 'about/about.tsx',
  '/exit': 'exit.tsx',
};

const sourceOf = (path: string) => `src/screens/${SCREENS[path]}`;
export const SCREEN_PATHS: readonly string[] = Object.keys(SCREENS);
export const SCREEN_SOURCES: readonly string[] = SCREEN_PATHS.map(sourceOf);

/** As Vite writes it, by source. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: string[] }>>;

/** The files that this screen needs beyond those of every screen. */
export function listScreenChunks(files: Pick<PageFiles, 'text'>, path: string): string[] {
  const manifest: Manifest = JSON.parse(files.text('manifest.json'));
  const loaded = collect(manifest, ENTRY);
  const chunks = collect(manifest, sourceOf(path));
  return [...chunks].filter((file) => !loaded.has(file));
}

function collect(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the page has no ${source}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
  return files;
}

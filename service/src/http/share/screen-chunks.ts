// The scripts of each screen. The head of the page names them, so that a browser asks for them
// together with the first script and not after it has run.
import type { PageFiles } from './page-files.ts';

const ENTRY = 'index.html';
/** By the path of the page: the source of its screen. The page's own router knows them, too. */
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
};

/** As Vite writes it, by source. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: string[] }>>;

/** By path: the files that a screen needs beyond those of every screen. */
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

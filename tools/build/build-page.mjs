// Builds the page with Vite, and compresses its files once for all requests.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildExitPage } from './build-exit-page.mjs';
import { EXIT_PAGE, readInput } from './ensure-compiled.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const COMPRESSED = /\.(js|css|svg|html|ttf)$/;

/**
 * What screens share is one file, and what a play wallet needs another: a browser that asks for
 * many small ones shows the page later, and loads some hundred bytes of headers with each.
 */
const SHARED = '(components|data|format|navigation|wallet)/(?!(connect-)?play-)';
const SMALL = 'chart/(lazy-chart|step-path)|ticket/read-amount';
const groups = [
  { name: 'shared', test: new RegExp(`/web/src/(${SHARED}|${SMALL})`) },
  { name: 'play', test: /\/web\/src\/(app\/(demo-bar|example)|wallet\/(connect-)?play-)/ },
];

/** @returns {Promise<import('./bundle.mjs').Input[]>} Our own sources. */
export async function buildPage(outdir) {
  // Also when tests build it: the same sources give the same files.
  process.env.NODE_ENV = 'production';
  const modules = new Set();
  const plugins = [noteModules(modules)];
  // Each for itself: what they share would make the widget as large as the page.
  for (const name of ['index.html', 'embed.html']) {
    const isPage = name === 'index.html';
    await build({
      configFile: join(root, 'web', 'vite.config.ts'),
      logLevel: 'warn',
      build: {
        outDir: outdir,
        emptyOutDir: false,
        // The service finds in it which scripts a screen needs.
        manifest: isPage && 'manifest.json',
        rolldownOptions: {
          input: join(root, 'web', name),
          output: { codeSplitting: isPage ? { groups } : undefined },
        },
      },
      plugins,
    });
  }
  writeFileSync(join(outdir, EXIT_PAGE), await buildExitPage(plugins));
  for (const file of listFiles(outdir)) {
    if (!COMPRESSED.test(file)) continue;
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  // Styles import each other outside of the graph of modules.
  for (const file of listFiles(join(root, 'web'))) modules.add(relative(root, file));
  return [...modules]
    .filter((path) => /^(packages|web)\/(?!.*\b(node_modules|test)\/)/.test(path))
    .map(readInput);
}

const noteModules = (modules) => ({
  name: 'our sources',
  generateBundle() {
    for (const id of this.getModuleIds()) modules.add(relative(root, id.replace(/\?.*/, '')));
  },
});

const listFiles = (dir) =>
  readdirSync(dir, { recursive: true })
    .map((name) => join(dir, name))
    .filter((file) => statSync(file).isFile());

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

/** @returns {Promise<import('./bundle.mjs').Input[]>} Our own sources. */
export async function buildPage(outdir) {
  const modules = new Set();
  const plugins = [
    {
      name: 'our sources',
      generateBundle() {
        for (const id of this.getModuleIds()) modules.add(relative(root, id.replace(/\?.*/, '')));
      },
    },
  ];
  // Each for itself: what they share would make the widget as large as the page.
  for (const name of ['index.html', 'embed.html']) {
    const input = join(root, 'web', name);
    await build({
      configFile: join(root, 'web', 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: outdir, emptyOutDir: false, rolldownOptions: { input } },
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

const listFiles = (dir) =>
  readdirSync(dir, { recursive: true })
    .map((name) => join(dir, name))
    .filter((file) => statSync(file).isFile());

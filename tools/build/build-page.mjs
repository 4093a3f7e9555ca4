// Builds the page with Vite, and compresses its files once for all requests.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { EXIT_PAGE, readInput, root } from './ensure-compiled.mjs';

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

// Builds the page that works without us: one HTML file with all scripts and styles inside. Its
// policy allows exactly these, by their hashes.
const web = join(root, 'web');

/** @returns {Promise<string>} The text of the file. */
async function buildExitPage(plugins) {
  const { output } = await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      ...{ write: false, sourcemap: false, cssCodeSplit: false },
      // Fonts become a part of the styles.
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: { input: join(web, 'exit.html') },
    },
  });
  const find = (ending) => {
    const found = output.filter(({ fileName }) => fileName.endsWith(ending));
    if (found.length !== 1) throw new Error(`the exit page has ${found.length} files ${ending}`);
    return String(found[0].code ?? found[0].source);
  };
  return inline(find('.html'), {
    // An end tag in a text would end the script.
    script: find('.js').replaceAll('</script', '<\\/script'),
    style: find('.css'),
  });
}

function inline(html, { script, style }) {
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    'img-src data:',
    'font-src data:',
    'connect-src https: wss: http://localhost:* http://127.0.0.1:*',
    ...["base-uri 'none'", "form-action 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join('; ');
  const head = `<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return html
    .replace(/\s*<(script|link)\b[^>]*\b(?:src|href)="\.[^>]*>(<\/script>)?/g, '')
    .replace('<meta charset="utf-8" />', () => head)
    .replace('</head>', () => `<style>${style}</style>\n  </head>`)
    .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`);
}

const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// How the page is built. `tools/build/ensure-page.mjs` runs it before a start if sources changed.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { oneKit } from './one-kit.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that it works behind any path prefix.
  base: './',
  plugins: [oneKit()],
  // Never for development, whatever NODE_ENV says: that has the paths of the sources in it.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    // No inline assets: the policy of the page allows none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    reportCompressedSize: false,
  },
});

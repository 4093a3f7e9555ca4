// npm puts 31 copies of the parts of @solana/kit into node_modules. The page has one of each.
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

export function oneKit(): Plugin {
  const kit = require.resolve('@solana/kit');
  return {
    name: 'one kit',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.startsWith('@solana/') || source.startsWith('@solana/kit') || importer === kit) {
        return null;
      }
      return this.resolve(source, kit, { ...options, skipSelf: true });
    },
  };
}

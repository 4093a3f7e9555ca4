import type { Plugin } from 'esbuild';

export function onePackageOnce(): Plugin;

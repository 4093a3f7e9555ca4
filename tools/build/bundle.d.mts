import type { Plugin } from 'esbuild';

export function onePackageOnce(): Plugin;
export function readCommit(dir: string, given?: string): string;

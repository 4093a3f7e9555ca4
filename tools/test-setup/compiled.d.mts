export const PRELOAD: string;
export const COMPILED_DIR: string;
export const COMPILED: readonly string[];
export function findCompiled(module: URL | string): string | undefined;

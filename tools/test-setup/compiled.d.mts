import type { Target } from '../build/ensure-compiled.mjs';

export const TEST_MODULES: Target;
export function findCompiledModule(module: URL | string): string | undefined;

/** Sources, from the root of the repository. */
export interface Target {
  readonly name: string;
  readonly entryPoints: readonly string[];
}

export const THREADS: readonly string[];
export const COMMANDS: Target;
export function findCompiled(target: Target): ReadonlyMap<string, string> | undefined;
export function ensureCompiled(target: Target): ReadonlyMap<string, string>;
export function findLastCompiled(target: Target): ReadonlyMap<string, string>;

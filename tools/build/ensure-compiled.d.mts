/** Sources, from the root of the repository. */
export interface Target {
  readonly name: string;
  readonly entryPoints: readonly string[];
  /** What is imported later is in the file of its entry point, too. */
  readonly isOneFile?: boolean;
}

export const root: string;
export const THREADS: readonly string[];
export const CLI: Target;
export const COMMANDS: Target;
export const PAGE: Target;
export const EXIT_PAGE: string;
export function findCompiled(target: Target): ReadonlyMap<string, string> | undefined;
export function ensureCompiled(target: Target): ReadonlyMap<string, string>;
export function ensurePage(): string;
export function findLastCompiled(target: Target): ReadonlyMap<string, string>;

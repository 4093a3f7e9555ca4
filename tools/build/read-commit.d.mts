export function readCommit(dir: string, given?: string): string;

/** The exit codes. docs/cli.md explains them. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, differs: 4 } as const;

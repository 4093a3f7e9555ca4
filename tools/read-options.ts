/** Options that cannot be read end the process, with the reason and how to use the command. */
export function readOptionsOf<T>(read: () => T, usage: string): T {
  try {
    return read();
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

/** What to do for an argument. It may take the next one as its value. */
type Reader = (take: () => string) => void;

/** Reads a command line. Throws a message for the console. */
export function readArguments(
  args: readonly string[],
  readers: Readonly<Record<string, Reader>>,
  usage: string,
): void {
  const rest = [...args];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!reader) throw new Error(`unknown: ${name}\n${usage}`);
    reader(() => {
      const value = rest.shift();
      if (value === undefined) throw new Error(`${name} needs a value\n${usage}`);
      return value;
    });
  }
}

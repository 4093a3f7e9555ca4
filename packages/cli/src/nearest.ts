const EDITS_MAX = 3;

/** The name that takes the fewest edits to write, if it is nearly the same. */
export function findNearest(text: string, names: readonly string[]): string | undefined {
  const most = Math.min(EDITS_MAX, Math.floor(text.length / 2.5));
  const [nearest] = names
    .map((name) => ({ name, edits: countEdits(text, name) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.name;
}

/** Characters added, removed or replaced: Levenshtein's distance. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] as number) + (to[j] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}

// The median of several runs.

/** Of results with the same shape: each number is the median of that number. */
export function medianOf<T>(runs: readonly T[]): T {
  if (runs.length === 0) throw new RangeError('there is no run');
  const first = runs[0] as T;
  if (typeof first === 'number') return medianNumber(runs as unknown as number[]) as T;
  if (Array.isArray(first)) {
    return first.map((_, index) => medianOf(runs.map((run) => at(run, index)))) as T;
  }
  if (typeof first !== 'object' || first === null) return first;
  const keys = Object.keys(first);
  return Object.fromEntries(
    keys.map((key) => [key, medianOf(runs.map((run) => at(run, key)))]),
  ) as T;
}

const at = (value: unknown, key: string | number) =>
  (value as Record<string | number, unknown>)[key];

/** Of an even count the mean of the two in the middle. */
function medianNumber(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

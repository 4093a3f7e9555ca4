// Sums over time, which have no natural limit as single amounts do. They stop at the limits of a
// column: an overflow would be an error, and the indexer could not go on.

const SUM_MAX = 2n ** 63n - 1n;

export function clampSum(sum: bigint): bigint {
  if (sum > SUM_MAX) return SUM_MAX;
  return sum < -SUM_MAX ? -SUM_MAX : sum;
}

/** The same in SQL, for `on conflict (…) do update` of the table. */
export function sumWithExcluded(table: string, column: string): string {
  const [left, right] = [`${table}.${column}`, `excluded.${column}`];
  return `case when ${right} > 0 and ${left} > ${SUM_MAX} - ${right} then ${SUM_MAX}
    when ${right} < 0 and ${left} < -${SUM_MAX} - ${right} then -${SUM_MAX}
    else ${left} + ${right} end`;
}

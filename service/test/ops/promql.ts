// What PromQL expressions use, and what a page of metrics has.

export interface Use {
  readonly name: string;
  /** In matchers and in `by`; those that Prometheus adds itself are left out. */
  readonly labels: readonly string[];
}

const FUNCTIONS = new Set([
  ...['sum', 'min', 'max', 'count', 'abs', 'absent', 'rate', 'increase', 'predict_linear'],
  ...['histogram_quantile', 'by', 'unless', 'and', 'or', 'on', 'ignoring', 'bool'],
]);
const ADDED = new Set(['instance', 'job']);

/** The labels in `by` count for every metric of the expression: all of ours need them. */
export function listUses(expression: string): Use[] {
  const grouped: string[] = [];
  const matched: { name: string; labels: string[] }[] = [];
  const rest = expression.replace(/\bby \(([^)]*)\)/g, (_, labels: string) => {
    grouped.push(...labels.split(',').map((label) => label.trim()));
    return '';
  });
  const withoutRanges = rest.replace(/\[\w+\]/g, '');
  for (const [, name = '', matchers = ''] of withoutRanges.matchAll(
    /([a-z_]\w*)(?:\{([^}]*)\})?(?=[^\w"]|$)/g,
  )) {
    if (FUNCTIONS.has(name)) continue;
    matched.push({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label as string),
    });
  }
  return matched.map(({ name, labels }) => ({
    name,
    labels: [...new Set([...labels, ...grouped])].filter((label) => !ADDED.has(label)),
  }));
}

/** The labels of each metric of a page, by the name of its values. */
export function readPage(text: string): Map<string, Set<string>> {
  const page = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = page.get(name) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label as string);
    page.set(name, known);
  }
  return page;
}

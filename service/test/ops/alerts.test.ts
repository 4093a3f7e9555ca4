// Holds together what operators get: the metrics of a running service, the alerts and the dashboard
// that use them, and the runbook that says what to do.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { root } from '../../../tools/root.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { PROBLEMS } from '../../src/submissions/chain-watch.ts';
import { useWorld } from '../support/use-world.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const ALERTS = 'ops/prometheus/alerts.yml';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rules: readonly Rule[] = parseYaml(read(ALERTS)).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const dashboard = JSON.parse(read('ops/grafana/dashboard.json'));
const shown: readonly string[] = dashboard.panels.flatMap(
  ({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr),
);

/** The entries of the runbook by section, in its order. */
function listEntries(section: string): string[] {
  const [, text = ''] = read('docs/runbook.md').split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^### (\w+)$/gm)].map(([, name]) => name as string);
}

describe('the metrics of a running service', () => {
  const world = useWorld({ TOTE_METRICS_PORT: '0' });
  let page: ReturnType<typeof readPage>;
  beforeAll(async () => {
    const [{ mint: tokenAddress }] = (await world.get('/config')).body.demo.tokens;
    // One on a price that Pyth publishes, and one that is sampled.
    await world.createMarket({ question: 'Will SOL be above $100 at expiry?' });
    await world.createMarket({ question: 'Will it reach 1000000 holders?', tokenAddress });
    // The first sample, audit and look at the chain come a moment after the start.
    const readAll = async () => {
      page = readPage(await (await fetch(world.service.metricsUrl)).text());
      expect(uses().filter(({ name }) => !page.has(name))).toEqual([]);
    };
    await until(readAll);
  });

  /** Without the one that Prometheus makes itself. */
  const uses = () =>
    [...rules.map(({ expr }) => expr), ...shown]
      .flatMap(listUses)
      .filter(({ name }) => name !== 'up');

  test('every one has a help text and one of the usual types', async () => {
    const text = await (await fetch(world.service.metricsUrl)).text();
    const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => {
      expect(['gauge', 'counter', 'histogram', 'summary']).toContain(type);
      return name;
    });
    const helped = [...text.matchAll(/^# HELP (\S+) \S.*$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(helped).toEqual(names);
    const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const isKnown = (line: string) => names.some((name) => line.startsWith(name as string));
    expect(values.filter((line) => !isKnown(line))).toEqual([]);
  });

  test('alerts and dashboard use their labels only', () => {
    const wrong = uses().flatMap(({ name, labels }: Use) =>
      labels.filter((label) => !page.get(name)?.has(label)).map((label) => `${name}{${label}}`),
    );
    expect(wrong).toEqual([]);
  });

  test('everything of ours is on the dashboard', () => {
    const used = new Set(shown.flatMap(listUses).map(({ name }) => baseOf(name)));
    const ours = [...page.keys()].filter((name) => name.startsWith('tote_')).map(baseOf);
    expect([...new Set(ours)].filter((name) => !used.has(name))).toEqual([]);
  });
});

const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('the runbook', () => {
  test('has an entry for each alert, in the same order, and no other', () => {
    const names = rules.map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
    expect(listEntries('Alerts')).toEqual(names);
  });

  test('is linked from each alert, which says what happened and how urgent it is', () => {
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      expect(annotations.summary).toMatch(/\.$/);
      expect(['critical', 'warning']).toContain(labels.severity);
    }
  });

  test('says of each alert what it means, what to look at and what to do', () => {
    const text = read('docs/runbook.md');
    for (const { alert } of rules) {
      const [, entry = ''] = text.split(`\n### ${alert}\n`);
      const [own = ''] = entry.split('\n#');
      expect([alert, own.includes('**Means:**')]).toEqual([alert, true]);
      const isElsewhere = own.includes('**Look at and do:**');
      const hasBoth = own.includes('**Look at:**') && own.includes('**Do:**');
      expect([alert, isElsewhere || hasBoth]).toEqual([alert, true]);
    }
  });

  test('has an entry for each alarm of the log, and no other', () => {
    const logged = new Set<string>();
    for (const file of readdirSync(join(root, 'service/src'), { recursive: true }) as string[]) {
      if (!file.endsWith('.ts')) continue;
      for (const [, value = ''] of read(join('service/src', file)).matchAll(
        /\balarm: ([^ ,})]+)/g,
      )) {
        // The watch of the chain logs its problems by their names.
        const names = value === 'problem' ? PROBLEMS : [value.replaceAll("'", '')];
        for (const name of names) logged.add(name);
      }
    }
    expect(listEntries('Alarms').sort()).toEqual([...logged].sort());
  });

  test('links only to entries that it has', () => {
    const text = read('docs/runbook.md');
    const entries = [...text.matchAll(/^###? (.+)$/gm)].map(([, name = '']) => name);
    const anchors = new Set(
      entries.map((name) =>
        name
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)];
    expect(links.map(([, to]) => to as string).filter((to) => !anchors.has(to))).toEqual([]);
  });
});

test('what an expression uses is found', () => {
  const ratio = 'sum by (le, a) (rate(x_bucket{b="c", d=~"e.*"}[5m])) / y > 0.5';
  expect(listUses(ratio)).toEqual([
    { name: 'x_bucket', labels: ['b', 'd', 'le', 'a'] },
    { name: 'y', labels: ['le', 'a'] },
  ]);
  const text = '# HELP x Help\nx_bucket{le="+Inf",b="a \\"} c=\\""} 1\ny 2e-7\n';
  expect([...readPage(text)]).toEqual([
    ['x_bucket', new Set(['le', 'b'])],
    ['y', new Set()],
  ]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.skipIf(!hasPromtool)('promtool accepts the alerts and the configuration', () => {
  const check = (...args: string[]) => execFileSync('promtool', ['check', ...args], { cwd: root });
  check('rules', ALERTS);
  check('config', 'ops/prometheus/prometheus.yml');
});

// What PromQL expressions use, and what a page of metrics has.
interface Use {
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
function listUses(expression: string): Use[] {
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
function readPage(text: string): Map<string, Set<string>> {
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

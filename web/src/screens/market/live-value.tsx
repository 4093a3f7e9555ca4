import type { Decimal, Market } from '@tote/sdk';
import { useRef } from 'preact/hooks';
import { Chart } from '../../chart/lazy-chart.tsx';
import { ProgressFacts } from '../../components/figures.tsx';
import { now } from '../../data/clock.ts';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { align, plainNumber, shareOf } from '../../format/amounts.ts';
import { axisTime, localTime } from '../../format/times.ts';

interface Seen {
  readonly at: number;
  readonly value: Decimal;
}

const KEPT = 300;

export function LiveValue({ market }: { readonly market: Market }) {
  const { conditionProgress: progress } = market;
  const seen = useSeen(market.id, progress?.currentCount);
  if (!progress) return null;
  const { target, unit } = progress;
  return (
    <div class="live-value">
      <dl class="row">
        <ProgressFacts progress={progress} show={plainNumber} />
      </dl>
      {seen.length > 0 && <ValueChart seen={seen} target={target} unit={unit} />}
    </div>
  );
}

/** What the service measured before, and the values since the page was opened. */
export function useSeen(marketId: string, value: Decimal | undefined): readonly Seen[] {
  const before = useResource(
    async (signal) =>
      (await tote.peek().listValues({ marketId }, { signal })).map(
        (measured): Seen => ({
          ...{ at: Date.parse(measured.at), value: measured.value },
        }),
      ),
    [marketId],
  ).value.value;
  const kept = useRef<{ marketId: string; seen: Seen[] }>({ marketId, seen: [] });
  if (kept.current.marketId !== marketId) kept.current = { marketId, seen: [] };
  const { seen } = kept.current;
  if (value !== undefined && seen.at(-1)?.value !== value) {
    seen.push({ at: now.peek(), value });
    if (seen.length > KEPT) seen.shift();
  }
  const since = seen[0]?.at ?? Number.POSITIVE_INFINITY;
  return [...(before ?? []).filter(({ at }) => at < since), ...seen];
}

interface ValueChartProps {
  readonly seen: readonly Seen[];
  readonly target: Decimal;
  readonly unit: string;
}

export function ValueChart({ seen, target, unit }: ValueChartProps) {
  const values = seen.map(({ value }) => value);
  const { units } = align([target, ...values]);
  const [low, high] = boundsOf(units);
  const heightOf = (index: number) => shareOf((units[index] ?? 0n) - low, high - low);
  const from = seen[0]?.at ?? 0;
  const width = Math.max(1, now.value - from);
  const steps = seen.map(({ at }, index) => ({
    ...{ x: Math.min(1, (at - from) / width), y: heightOf(index + 1) },
  }));
  const last = seen.length;
  const marks = [0, last].map((index) => ({
    ...{ y: heightOf(index), text: plainNumber(index === 0 ? target : (values.at(-1) ?? target)) },
  }));
  return (
    <Chart
      label="The value over time"
      texts={seen.map(({ at, value }) => `${localTime(at)}: ${plainNumber(value)} ${unit}`)}
      panes={[{ steps, marks, target: heightOf(0) }]}
      ends={[axisTime(from, width), axisTime(now.value, width)]}
    />
  );
}

/** Leaves a margin above and below. */
function boundsOf(units: readonly bigint[]): [low: bigint, high: bigint] {
  const sorted = units.toSorted((left, right) => (left < right ? -1 : 1));
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  const air = (high - low) / 8n + 1n;
  return [low - air, high + air];
}
